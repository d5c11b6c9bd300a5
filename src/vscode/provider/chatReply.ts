// Streams the answer of a Code Mode model to the chat: text, lines about stages, calls and the usage of tokens.
import * as vscode from 'vscode';
import { tokensOf } from '../../engine/index.ts';
import { stageLine, type ModelToolCall } from '../../models/index.ts';
import { markdownText, plainText } from '../../base/text/plainText.ts';
import { errorMessage } from '../../base/errorMessage.ts';

/** Maximum length of a line about a stage, in characters. */
const longestLine = 600;

export class ChatReply {
  readonly #progress: vscode.Progress<vscode.LanguageModelResponsePart>;
  #characters = 0;
  /** True if the next text must be separated from the text before. */
  #isBetween = false;
  /** True if part of the model's current answer has been sent. */
  hasBegun = false;

  constructor(progress: vscode.Progress<vscode.LanguageModelResponsePart>) {
    this.#progress = progress;
  }

  /** Estimated number of tokens that the chat received. */
  get tokens(): number {
    return tokensOf(this.#characters);
  }

  nextAnswer(): void {
    this.hasBegun = false;
    this.#isBetween = this.#characters > 0;
  }

  say(text: string): void {
    if (text === '') return;
    this.#progress.report(new vscode.LanguageModelTextPart(this.#isBetween ? `\n\n${text}` : text));
    this.#isBetween = false;
    this.hasBegun = true;
    this.#characters += text.length;
  }

  /** Writes a line of Code Mode about a stage. */
  tell(line: string): void {
    this.nextAnswer();
    this.say(`${stageLine} ${markdownText(line, longestLine)}`);
    this.nextAnswer();
  }

  end(
    calls: readonly ModelToolCall[],
    { lastPrompt, completion }: { readonly lastPrompt: number; readonly completion: number },
  ): void {
    for (const { id, name, text } of calls) {
      // Code Mode wrote this JSON itself.
      this.#progress.report(new vscode.LanguageModelToolCallPart(id, name, JSON.parse(text) as object));
      this.#characters += name.length + text.length;
    }
    if (lastPrompt === 0) return;
    const usage = {
      prompt_tokens: lastPrompt,
      completion_tokens: completion,
      total_tokens: lastPrompt + completion,
    };
    this.#progress.report(vscode.LanguageModelDataPart.json(usage, 'usage'));
  }

  fail(error: unknown): void {
    this.nextAnswer();
    this.say(`**Code Mode:** ${plainText(errorMessage(error))}`);
  }
}
