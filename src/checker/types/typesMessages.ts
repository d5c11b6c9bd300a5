// What the host and the type checker's thread say to each other, and the guards with which each receives it.
import { isRecord, isThreadAnswer, type ThreadAnswer } from '../threadAnswer.ts';
import type { TypeCheckRequest, TypeFinding } from './typeCheck.ts';

export interface TypesRequest extends TypeCheckRequest {
  readonly id: number;
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
  const { code, message, hint = '', server = '', tool } = finding;
  const texts = [message, hint, server, ...(tool === undefined ? [] : isRecord(tool) ? [tool['server'], tool['tool']] : [undefined])];
  return (
    (code === 'type_error' || code === 'missing_await') &&
    texts.every((text) => typeof text === 'string') &&
    typeof line === 'number' &&
    typeof column === 'number'
  );
}
