// What the host and the checker's thread say to each other, and the guards with which each receives it.
import type { PreparationData } from './preparationData.ts';
import { isRecord, isThreadAnswer, type ThreadAnswer } from '../threads/threadAnswer.ts';

export interface PrepareRequest {
  readonly id: number;
  readonly code: string;
}

export type PrepareAnswer = ThreadAnswer<PreparationData>;

export function isPrepareRequest(message: unknown): message is PrepareRequest {
  return isRecord(message) && typeof message['id'] === 'number' && typeof message['code'] === 'string';
}

export function isPrepareAnswer(message: unknown): message is PrepareAnswer {
  return isThreadAnswer(message, isPreparationData);
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
  const locations = isRecord(script['locations']) ? script['locations'] : {};
  const lists = [
    ...[script['resultHandles'], script['map']['generated'], script['map']['original']],
    ...[locations['returns'], locations['throws'], locations['waits'], locations['timers']],
  ];
  if (!isPacked(script['references'])) return false;
  return texts.every((text) => typeof text === 'string') && flags.every((flag) => typeof flag === 'boolean') && lists.every(Array.isArray);
}

function isPacked(references: unknown): boolean {
  if (!isRecord(references)) return false;
  const areNames = ['servers', 'tools', 'features'].every((column) => Array.isArray(references[column]));
  return areNames && ['which', 'lines', 'columns'].every((column) => references[column] instanceof Uint32Array);
}
