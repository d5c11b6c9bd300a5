// What is kept of the turns that a conversation has calls or answers of.
import type { JsonObject } from '../catalog/json.ts';
import { turnsIn } from './history.ts';
import type { KeptTurn, TurnStore } from './turnStore.ts';

export async function recallTurns(messages: readonly JsonObject[], turns: TurnStore | undefined): Promise<ReadonlyMap<string, KeptTurn>> {
  if (!turns) return new Map();
  const recalled = await Promise.all([...turnsIn(messages)].map(async (turn) => [turn, await turns.recall(turn)] as const));
  return new Map(recalled.flatMap(([turn, kept]) => (kept ? [[turn, kept]] : [])));
}
