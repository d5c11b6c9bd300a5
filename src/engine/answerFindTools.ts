// Answers the tool `findTools` for every front door.
import type { Engine } from './executeScript.ts';
import { fitLines } from './formatting/index.ts';
import type { TextBudget } from './textBudget.ts';
import type { FindRequest } from './find/index.ts';

/** The input as the model sent it. A field of the wrong type counts as absent. */
export type FindToolsInput = Readonly<Partial<Record<keyof FindRequest, unknown>>>;

/** Maximum wait for servers, in milliseconds. The answer names those that take longer, so the model may ask again. */
const PATIENCE_MS = 15_000;

export async function answerFindTools(
  engine: Pick<Engine, 'warm' | 'snapshot' | 'finder'>,
  input: FindToolsInput,
  budget: TextBudget,
  signal: AbortSignal,
): Promise<string> {
  // The next tool call is likely to be a script.
  engine.warm();
  const request = readFindRequest(input);
  const servers = request.server === undefined ? 'all' : [request.server];
  const snapshot = await engine.snapshot({ servers, signal, timeoutMs: PATIENCE_MS });
  const text = await engine.finder.findTools(snapshot, {
    ...request,
    ...(budget.characters !== undefined && { characters: budget.characters }),
  });
  return fitLines(text, budget, 'Pass a server or a query.');
}

function readFindRequest({ query, server, detail, limit }: FindToolsInput): Omit<FindRequest, 'characters'> {
  return {
    ...(typeof query === 'string' && { query }),
    ...(typeof server === 'string' && { server }),
    ...((detail === 'names' || detail === 'full') && { detail }),
    ...(typeof limit === 'number' && Number.isFinite(limit) && { limit }),
  };
}
