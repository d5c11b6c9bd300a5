// VS Code's own language-model tools: the built-in ones and those of all extensions, as a port, so that what is made of
// them needs no editor to be tested.
import * as vscode from 'vscode';
import { untilCancelled } from '../cancellation.ts';

/** A tool as `lm.tools` lists it. */
export type LanguageModelTool = Pick<vscode.LanguageModelToolInformation, 'name' | 'description' | 'inputSchema'>;

export interface LanguageModelTools {
  /** There is no event for changes: it is read whenever it is needed. */
  list(): readonly LanguageModelTool[];
  /**
   * `origin`: the chat's `toolInvocationToken`, with which VS Code asks in that chat; without one it asks in a dialog. Undefined when
   * the signal aborted; rejects with an error named `Canceled` when VS Code did not let it run, and as the tool does.
   */
  invoke(name: string, input: object, origin: unknown, signal: AbortSignal): Promise<object | undefined>;
}

export const languageModelTools: LanguageModelTools = {
  list: () => vscode.lm.tools,
  invoke: (name, input, origin, signal) =>
    // The type of a token is `never`: VS Code checks what it is given.
    untilCancelled(signal, (token) => vscode.lm.invokeTool(name, { input, toolInvocationToken: origin as undefined }, token)),
};
