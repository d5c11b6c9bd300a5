// Tools, and functions that read outcomes, for tests of the whole engine.
import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/base/json.ts';
import type { RunError, RunOutcome } from '../../src/engine/runOutcome.ts';
import { InMemorySource, structuredResult, textResult } from '../fakes/inMemorySource.ts';

export const city: JsonObject = {
  type: 'object',
  properties: { name: { type: 'string' }, limit: { type: 'integer' } },
  required: ['name'],
};

/** Settles when the run that awaits the call is cancelled or ends. */
function never(_input: JsonObject, { signal }: { readonly signal: AbortSignal }) {
  return new Promise<ReturnType<typeof textResult>>((resolve) =>
    signal.addEventListener('abort', () => resolve(textResult('too late')), { once: true }),
  );
}

/**
 * Returns tools of several kinds: tools that read, write, fail, never answer, or answer in every form. `notes.save` can
 * write.
 */
export function newSource(): InMemorySource {
  return new InMemorySource({
    geo: [
      {
        name: 'get_city',
        inputSchema: city,
        answer: ({ name }) => structuredResult({ city: name ?? '', country: 'NO' }),
      },
      { name: 'list_cities', answer: () => textResult('["Oslo","Bergen"]') },
      { name: 'never', answer: never },
      { name: 'fail', answer: () => ({ content: [{ type: 'text', text: 'no such city' }], isError: true }) },
      { name: 'nothing', answer: () => ({ content: [], isError: false }) },
      {
        name: 'picture',
        answer: () => ({
          content: [{ type: 'image', data: 'iVBORw==', mimeType: 'image/png' }],
          isError: false,
        }),
      },
      {
        name: 'several',
        answer: () => ({
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
          isError: false,
        }),
      },
      {
        name: 'large',
        answer: () =>
          textResult(JSON.stringify(Array.from({ length: 100_000 }, (_, i) => `row ${i} ${'x'.repeat(90)}`))),
      },
    ],
    notes: [
      {
        name: 'save',
        annotations: { readOnlyHint: false },
        inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
      },
    ],
    other: [{ name: 'thing' }],
  });
}

/** Returns the only error of a failed run. */
export function onlyError(outcome: RunOutcome): RunError {
  assert.equal(outcome.ok, false);
  assert.equal(outcome.errors.length, 1, JSON.stringify(outcome.errors));
  const [error] = outcome.errors;
  assert.ok(error);
  return error;
}
