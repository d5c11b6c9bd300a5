// What the chat that asked one of our models gets, as it comes: text, lines of stages, calls, and what the answer took.
import * as vscode from 'vscode';
import { tokensOf } from '../../engine/usage/estimateTokens.ts';
import type { ClientCall } from '../../stateless/askModel.ts';
import { stageLine } from '../../stateless/toldHistory.ts';
import { markdownText, plainText } from '../../base/text/plainText.ts';
import { errorMessage } from '../../base/errorMessage.ts';

/** Characters of a line of a stage. */
const longestLine = 600;

export class ChatReply {
  readonly #progress: vscode.Progress<vscode.LanguageModelResponsePart>;
  #characters = 0;
  /** Whether what follows is to be set apart from text before. */
  #isBetween = false;
  #hasBegun = false;

  constructor(progress: vscode.Progress<vscode.LanguageModelResponsePart>) {
    this.#progress = progress;
  }

  get hasSaid(): boolean {
    return this.#characters > 0;
  }

  /** Of what the chat got, estimated. */
  get tokens(): number {
    return tokensOf(this.#characters);
  }

  /** Whether some of the model's answer is there. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  nextAnswer(): void {
    this.#hasBegun = false;
    this.#isBetween = this.hasSaid;
  }

  say(text: string): void {
    if (text === '') return;
    this.#progress.report(new vscode.LanguageModelTextPart(this.#isBetween ? `\n\n${text}` : text));
    this.#isBetween = false;
    this.#hasBegun = true;
    this.#characters += text.length;
  }

  /** A line of our own, on what a stage did. */
  tell(line: string): void {
    this.nextAnswer();
    this.say(`${stageLine} ${markdownText(line, longestLine)}`);
    this.nextAnswer();
  }

  end(calls: readonly ClientCall[], { lastPrompt, completion }: { readonly lastPrompt: number; readonly completion: number }): void {
    for (const { id, name, text } of calls) {
      this.#progress.report(new vscode.LanguageModelToolCallPart(id, name, JSON.parse(text) as object)); // JSON of ours
      this.#characters += name.length + text.length;
    }
    if (lastPrompt === 0) return;
    const usage = { prompt_tokens: lastPrompt, completion_tokens: completion, total_tokens: lastPrompt + completion };
    this.#progress.report(vscode.LanguageModelDataPart.json(usage, 'usage'));
  }

  fail(error: unknown): void {
    this.nextAnswer();
    this.say(`**Code Mode:** ${plainText(errorMessage(error))}`);
  }
}
