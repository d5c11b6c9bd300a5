// Functions with which the host tests use the extension: through its language-model tools, as a chat participant would.
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

/**
 * Repeats a question until the answer passes, for TypeScript's service, which has no event for "completions are ready".
 * Fails with the last answer after `timeoutMs` milliseconds.
 */
export async function eventually<T>(
  ask: () => PromiseLike<T>,
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
