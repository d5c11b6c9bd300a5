// Asks for a server's inputs in the editor, once. All answers stay in the editor's secret storage until the user clears
// them, even if they are no passwords, because the launch values of a server are private.
import * as vscode from 'vscode';
import {
  howToBeAsked,
  type InputDefinition,
  type InputAnswer,
  type Inputs,
} from '../../mcp/definitions/index.ts';
import type { Mutex } from '../../mcp/elicitation/index.ts';
import type { StartInteraction } from '../../mcp/index.ts';
import { untilAborted } from '../../base/withTimeout.ts';
import { visibleText } from '../../base/text/visibleText.ts';
import { commandValue } from './launchVariables.ts';
import { untilCancelled } from '../cancellation.ts';
import { plainLabel } from '../labelText.ts';

const keyPrefix = 'codeMode.input:';

export class EditorInputs implements Inputs {
  readonly #secrets: vscode.SecretStorage;
  readonly #questions: Mutex;

  constructor(secrets: vscode.SecretStorage, questions: Mutex) {
    this.#secrets = secrets;
    this.#questions = questions;
  }

  async answer(input: InputDefinition, server: string, person: StartInteraction): Promise<InputAnswer> {
    const kept = await this.#kept(input);
    if (kept !== undefined) return { ok: true, value: kept };
    if (!person.interactive) return { ok: false, error: howToBeAsked };
    return person.ask('needs_input', () =>
      this.#questions.run(() => this.#ask(input, server, person.signal)),
    );
  }

  /** Deletes all answers. Running servers keep the values that they were started with. */
  async forgetAll(): Promise<void> {
    const keys = (await this.#secrets.keys()).filter((key) => key.startsWith(keyPrefix));
    await Promise.all(keys.map((key) => this.#secrets.delete(key)));
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Saved inputs were cleared. MCP servers ask again at their next start.'),
    );
  }

  async #ask(input: InputDefinition, server: string, signal: AbortSignal): Promise<InputAnswer> {
    // While this question waited for its turn, another server may have asked for the same input.
    const kept = await this.#kept(input);
    if (kept !== undefined) return { ok: true, value: kept };
    const answer = await ask(input, server, signal);
    if (answer.ok) await this.#keep(input, answer.value);
    return answer;
  }

  /** Returns the stored answer. Without a keyring there is none, so the user must answer at every start. */
  async #kept(input: InputDefinition): Promise<string | undefined> {
    try {
      const kept = await this.#secrets.get(keyOf(input));
      const isPossible = input.type !== 'pickString' || input.options.some((option) => option.value === kept);
      return isPossible ? kept : undefined;
    } catch {
      return undefined;
    }
  }

  async #keep(input: InputDefinition, value: string): Promise<void> {
    try {
      await this.#secrets.store(keyOf(input), value);
    } catch {
      void vscode.window.showWarningMessage('Answer not saved: the editor has no secret storage.');
    }
  }
}

const notGiven: InputAnswer = {
  ok: false,
  error: 'It was not entered; the server asks again when next needed.',
};

async function ask(input: InputDefinition, server: string, signal: AbortSignal): Promise<InputAnswer> {
  if (input.type === 'command')
    return (await untilAborted(commandValue(input.command, input.args), signal)) ?? notGiven;
  const title = vscode.l10n.t('MCP server "{0}" asks for {1}', server, input.id);
  const value = await untilCancelled(signal, async (token) => {
    if (input.type === 'promptString') {
      const { description = '', password, default: value } = input;
      const options = {
        title,
        prompt: plainLabel(description),
        password,
        ignoreFocusOut: true,
        ...(value !== undefined && { value }),
      };
      return vscode.window.showInputBox(options, token);
    }
    const items = input.options.map(({ label, value }) => ({
      label: plainLabel(visibleText(label)),
      value,
      ...(value !== label && { description: plainLabel(visibleText(value)) }),
    }));
    // The default comes first, so that Enter selects it.
    items.sort((a, b) => Number(b.value === input.default) - Number(a.value === input.default));
    const options = { title, placeHolder: input.description ?? input.id, ignoreFocusOut: true };
    return (await vscode.window.showQuickPick(items, options, token))?.value;
  });
  return value === undefined ? notGiven : { ok: true, value };
}

function keyOf({ origin, id }: InputDefinition): string {
  return keyPrefix + JSON.stringify([origin, id]);
}
