// What the host and the checker's thread say to each other, and the guards with which each receives it.
import type { PreparationData } from './preparationData.ts';

export interface PrepareRequest {
  readonly id: number;
  readonly code: string;
}

export type PrepareAnswer =
  | { readonly id: number; readonly data: PreparationData }
  /** A bug: `failure` is the error's stack, for the log. */
  | { readonly id: number; readonly failure: string };

export function isPrepareRequest(message: unknown): message is PrepareRequest {
  return isRecord(message) && typeof message['id'] === 'number' && typeof message['code'] === 'string';
}

export function isPrepareAnswer(message: unknown): message is PrepareAnswer {
  if (!isRecord(message) || typeof message['id'] !== 'number') return false;
  return 'failure' in message ? typeof message['failure'] === 'string' : isPreparationData(message['data']);
}

function isPreparationData(data: unknown): data is PreparationData {
  if (!isRecord(data)) return false;
  if (data['ok'] === false) return Array.isArray(data['problems']) && data['problems'].every(isProblem);
  return data['ok'] === true && isScript(data['script']);
}

function isProblem(problem: unknown): boolean {
  return isRecord(problem) && typeof problem['code'] === 'string' && typeof problem['message'] === 'string';
}

function isScript(script: unknown): boolean {
  if (!isRecord(script) || !isRecord(script['map'])) return false;
  const texts = [script['source'], script['body']];
  const flags = [script['dynamic'], script['searches']];
  const places = isRecord(script['places']) ? script['places'] : {};
  const lists = [
    ...[script['references'], script['resultHandles'], script['map']['generated'], script['map']['original']],
    ...[places['returns'], places['throws'], places['waits'], places['timers']],
  ];
  return texts.every((text) => typeof text === 'string') && flags.every((flag) => typeof flag === 'boolean') && lists.every(Array.isArray);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
