// Language-model tools of another extension, which scripts call as `tools.editor`: every kind of answer, one tool that
// VS Code confirms first, and one that never ends by itself.
import * as vscode from 'vscode';

export function registerTestTools(): vscode.Disposable {
  const notes: string[] = [];
  const waits = { begun: 0, cancelled: 0 };
  const answers: Readonly<Record<string, () => readonly unknown[]>> = {
    text: () => [new vscode.LanguageModelTextPart('plain text')],
    json: () => [vscode.LanguageModelDataPart.json({ notes, waits })],
    parts: () => [
      new vscode.LanguageModelTextPart('one'),
      vscode.LanguageModelDataPart.image(Buffer.from('i'), 'image/png'),
    ],
    tsx: () => [new vscode.LanguageModelPromptTsxPart(tree('from a tree'))],
  };
  return vscode.Disposable.from(
    vscode.lm.registerTool<{ readonly kind: string }>('test_answer', {
      invoke: ({ input }) => {
        const parts = answers[input.kind];
        if (!parts) throw new Error(`There is no answer of the kind ${input.kind}.`);
        return new vscode.LanguageModelToolResult([...parts()]);
      },
    }),
    vscode.lm.registerTool<{ readonly text: string }>('test_note', {
      prepareInvocation: ({ input }) => ({
        confirmationMessages: { title: 'Save a note?', message: `The note is "${input.text}".` },
      }),
      invoke: ({ input }) => {
        notes.push(input.text);
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(`noted: ${input.text}`)]);
      },
    }),
    vscode.lm.registerTool('test_wait', {
      invoke: (_options, token) =>
        new Promise<vscode.LanguageModelToolResult>((resolve) => {
          waits.begun += 1;
          token.onCancellationRequested(() => {
            waits.cancelled += 1;
            resolve(new vscode.LanguageModelToolResult([]));
          });
        }),
    }),
  );
}

/** The result of `renderElementJSON` of `@vscode/prompt-tsx`. */
function tree(text: string): object {
  const leaf = { type: 2, text, priority: 100, lineBreakBefore: false };
  return { node: { type: 1, ctor: 2, ctorName: 'Answer', children: [leaf], props: {}, references: [] } };
}
