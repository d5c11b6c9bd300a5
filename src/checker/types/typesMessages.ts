// What the host and the type checker's thread say to each other, and the guards with which each receives it.
import { isRecord, isThreadAnswer, type ThreadAnswer } from '../../threads/threadAnswer.ts';
import type { TypeCheckRequest, TypeFinding } from './typeCheck.ts';

export interface TypesRequest extends TypeCheckRequest {
  readonly id: number;
}

/** What the thread is given when it starts. */
export interface TypesThreadData {
  /** The folder of TypeScript's `lib.*.d.ts`. */
  readonly libFolder: string;
  /** The built `typeAnswers.ts`, and where the machine code of it is kept; without it the thread loads it as any other module. */
  readonly cachedCode?: { readonly file: string; readonly folder: string };
}

export type TypesAnswer = ThreadAnswer<readonly TypeFinding[]>;

export function isTypesRequest(message: unknown): message is TypesRequest {
  if (!isRecord(message) || typeof message['id'] !== 'number') return false;
  return typeof message['source'] === 'string' && typeof message['declarations'] === 'string';
}

export function isTypesAnswer(message: unknown): message is TypesAnswer {
  return isThreadAnswer(message, isFindings);
}

function isFindings(data: unknown): data is readonly TypeFinding[] {
  return Array.isArray(data) && data.every(isFinding);
}

function isFinding(finding: unknown): boolean {
  if (!isRecord(finding) || !isRecord(finding['position'])) return false;
  const { line, column } = finding['position'];
  const { code, message, hint = '', server = '', tool, field } = finding;
  const texts = [message, hint, server, ...toolTexts(tool), ...fieldTexts(field)];
  return (
    (code === 'type_error' || code === 'missing_await') &&
    texts.every((text) => typeof text === 'string') &&
    typeof line === 'number' &&
    typeof column === 'number'
  );
}

function toolTexts(tool: unknown): readonly unknown[] {
  if (tool === undefined) return [];
  return isRecord(tool) ? [tool['server'], tool['tool']] : [undefined];
}

function fieldTexts(field: unknown): readonly unknown[] {
  if (field === undefined) return [];
  return isRecord(field)
    ? [field['name'], field['near'] ?? '', ...(isRecord(field['tool']) ? toolTexts(field['tool']) : [undefined])]
    : [undefined];
}
