// Implements _Code Mode: Saved Scripts: Run…_: the user picks a saved script and fills in its arguments, and a script
// that calls it runs.
import * as vscode from 'vscode';
import { isJsonObject } from '../../base/json.ts';
import type { CatalogTool } from '../../catalog/index.ts';
import { SCRIPTS_SERVER } from '../../engine/savedScripts/index.ts';
import type { EditorSession } from '../editorSession.ts';
import { plainLabel } from '../labelText.ts';
import { isTrustedHere } from '../messages.ts';
import { whileCancellable } from '../cancellation.ts';
import { askArguments } from './argumentForm.ts';
import { savedScripts } from './savedScripts.ts';
import { schemaParameters } from './scriptParameters.ts';

/** `given`: the name of a script; undefined from the palette. */
export async function runSavedScript(
  { editor, approvals, runs, argumentMemory }: EditorSession,
  given: unknown,
): Promise<void> {
  if (!isTrustedHere()) return;
  const tools = await whileCancellable(vscode.l10n.t('Reading saved scripts'), (signal) =>
    savedScripts(editor.engine, signal),
  );
  if (!tools) return;
  if (tools.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('There is no saved script. Save a run as a script, or write one to .code-mode/scripts.'),
    );
    return;
  }
  const tool = tools.find(({ name }) => name === given) ?? (await pickScript(tools));
  if (!tool?.script) return;
  const parameters = schemaParameters(tool.inputSchema);
  const asked = { uri: vscode.Uri.file(tool.script.file), name: tool.path, parameters };
  const args =
    parameters.length === 0 ? {} : await askArguments(argumentMemory, asked, new AbortController().signal);
  if (!args) return;
  runs.showOutput();
  // The comment becomes the run's title in the list of runs.
  const code = `// ${tool.path}\nreturn await tools.${SCRIPTS_SERVER}[${JSON.stringify(tool.name)}](codemode.args as never);`;
  const script = {
    code,
    args,
    origin: { door: 'script', name: tool.path },
    session: `saved:${tool.name}`,
  } as const;
  await runs.run({
    from: { script: tool.path },
    work: { kind: 'script', script },
    approver: approvals.forChat(undefined),
  });
}

async function pickScript(tools: readonly CatalogTool[]): Promise<CatalogTool | undefined> {
  const items = tools.map((tool) => {
    const { properties } = tool.inputSchema;
    return {
      label: plainLabel(tool.title ?? tool.method),
      description: plainLabel(isJsonObject(properties) ? Object.keys(properties).join(', ') : ''),
      detail: plainLabel(tool.description),
      tool,
    };
  });
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Run Saved Script'),
    placeHolder: vscode.l10n.t('Select a script'),
    matchOnDetail: true,
  });
  return picked?.tool;
}
