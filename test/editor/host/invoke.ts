// Functions with which the host tests use the extension: through its language-model tools, as a chat participant would.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** Calls a tool without a chat session and returns its text. VS Code's own confirmation is accepted in test windows. */
export async function invokeTool(
  name: string,
  input: object,
  token?: vscode.CancellationToken,
): Promise<string> {
  const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
  return result.content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('\n');
}

export async function executeCode(code: string, more: object = {}): Promise<string> {
  return invokeTool('executeCode', { code, ...more });
}

/** The folder of the test workspace. */
export function workspaceFolder(): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) throw new Error('The test window has no folder.');
  return folder.uri;
}

export function fileOf(name: string): vscode.Uri {
  return vscode.Uri.joinPath(workspaceFolder(), name);
}

export async function textOf(file: vscode.Uri): Promise<string> {
  return Buffer.from(await vscode.workspace.fs.readFile(file)).toString();
}

export async function write(file: vscode.Uri, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(file, Buffer.from(text));
}

/** Replaces the text of an open document, without saving it. */
export async function replace(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** Writes a setting of the user by its full name; undefined resets it. */
export function setForUser(name: string, value: unknown): Thenable<void> {
  return vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
}

export function setForWorkspace(name: string, value: unknown): Thenable<void> {
  return vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Workspace);
}

/**
 * Repeats a question until the answer passes, for TypeScript's service, which has no event for "completions are ready".
 * Fails with the last answer after `timeoutMs` milliseconds.
 */
export async function eventually<T>(
  ask: () => T | PromiseLike<T>,
  passes: (answer: T) => boolean,
  timeoutMs = 60_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (passes(answer)) return answer;
    if (Date.now() > end)
      throw new Error(`Not within ${timeoutMs} ms; the last answer was ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Accepts the first item of each list that the editor shows, until the work is done. */
export async function acceptingUntil<T>(work: Promise<T>): Promise<T> {
  let done = false;
  void work.finally(() => (done = true));
  await eventually(
    () => vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem'),
    () => done,
  );
  return work;
}

/** Answers the question about new servers with "Trust All", as a user who wrote their definitions. */
export async function trustAll(): Promise<void> {
  await acceptingUntil(Promise.resolve(vscode.commands.executeCommand('codeMode.trustServers')));
}

export const definitionFile = () => fileOf('.vscode/mcp.json');

/**
 * Adds servers to those of the workspace's `.vscode/mcp.json`, and trusts all of them. Returns the function that writes
 * the original file again.
 */
export async function addServers(
  added: (servers: { readonly everything: { readonly args: readonly string[] } }) => object | Promise<object>,
  inputs?: readonly object[],
): Promise<() => Promise<void>> {
  const written = await textOf(definitionFile());
  const { servers } = JSON.parse(written) as { servers: { everything: { args: string[] } } };
  const all = { servers: { ...servers, ...(await added(servers)) }, inputs };
  await write(definitionFile(), JSON.stringify(all, undefined, 2));
  await trustAll();
  return () => write(definitionFile(), written);
}
