// Fakes the tools of an editor: each tool answers as its test says, and the requests are kept.
import type { LanguageModelTool, LanguageModelTools } from '../../src/vscode/editorTools/editorToolSource.ts';

export interface FakeLanguageModelTool extends Partial<LanguageModelTool> {
  readonly name: string;
  readonly answer?: (input: object, signal: AbortSignal) => Promise<object> | object;
}

export class FakeLanguageModelTools implements LanguageModelTools {
  readonly invoked: { readonly name: string; readonly input: object; readonly invocationToken: unknown }[] =
    [];
  tools: readonly FakeLanguageModelTool[];

  constructor(...tools: readonly FakeLanguageModelTool[]) {
    this.tools = tools;
  }

  list(): readonly LanguageModelTool[] {
    return this.tools.map(({ name, description = '', inputSchema }) => ({ name, description, inputSchema }));
  }

  async invoke(
    name: string,
    input: object,
    invocationToken: unknown,
    signal: AbortSignal,
  ): Promise<object | undefined> {
    this.invoked.push({ name, input, invocationToken });
    const aborted = new Promise<undefined>((resolve) =>
      signal.addEventListener('abort', () => resolve(undefined), { once: true }),
    );
    const tool = this.tools.find((candidate) => candidate.name === name);
    return Promise.race([Promise.resolve(tool?.answer?.(input, signal) ?? textAnswer('ok')), aborted]);
  }
}

/** Returns a `LanguageModelToolResult` of text parts. */
export function textAnswer(...texts: readonly string[]): object {
  return { content: texts.map((value) => ({ value })) };
}

/** Returns the error with which VS Code rejects when a person declines or a chat has ended. */
export function canceled(): Error {
  return Object.assign(new Error('Canceled'), { name: 'Canceled' });
}
