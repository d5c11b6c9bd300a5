// The set-up that tests of code over the tools of a chat share.
import type { JsonObject } from '../../src/base/json.ts';
import type { TurnFiles } from '../../src/models/stateless/turnFiles.ts';
import type { TestEngine } from '../fakes/testEngine.ts';

export const user = (content: string): JsonObject => ({ role: 'user', content });

/** Calls a tool with the answer of another call, so that a chat needs two trips. */
export const sequential =
  'const { sum } = await tools.functions.add({ a: 1, b: 2 }); return (await tools.functions.add({ a: sum, b: sum })).sum;';

export function chatOptions({ engine, declarations }: TestEngine, turns: TurnFiles) {
  return {
    engine,
    declarations,
    turns,
    tokens: 1_000,
    countTokens: (text: string) => Promise.resolve(text.length / 4),
    lostTurns: 'asCalls',
    scriptsAtOnce: 2,
  } as const;
}
