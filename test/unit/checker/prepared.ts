// Functions that the checker's tests share: they return the prepared script, its problems, or the value of code.
import assert from 'node:assert/strict';
import type { PreparedScript, ScriptProblem } from '../../../src/checker/checkedScript.ts';
import { toPreparation } from '../../../src/checker/preparationData.ts';
import { prepareScript } from '../../../src/checker/prepareScript.ts';

export function scriptOf(code: string): PreparedScript {
  const preparation = toPreparation(prepareScript(code));
  assert.ok(preparation.ok, preparation.ok ? undefined : JSON.stringify(preparation.problems));
  return preparation.script;
}

export function problemsOf(code: string): readonly ScriptProblem[] {
  const preparation = prepareScript(code);
  assert.ok(!preparation.ok, 'the code should have been refused');
  return preparation.problems;
}

export function problemOf(code: string): ScriptProblem {
  const [problem, another] = problemsOf(code);
  assert.ok(problem);
  assert.equal(another, undefined, 'more than one problem');
  return problem;
}

/** Returns `unknown_global 2:8`, or only the code if the problem has no position. */
export function placeOf({ code, position }: ScriptProblem): string {
  return position ? `${code} ${position.line}:${position.column}` : code;
}

/** Runs the body of one async function in this process, in strict mode as in the sandbox. */
export async function valueOfBody(
  body: string,
  globals: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  // The code that the checker makes can only be tested by running it.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const make = new Function(...Object.keys(globals), `'use strict'; return async () => {${body}\n};`) as (
    ...values: unknown[]
  ) => () => Promise<unknown>;
  return make(...Object.values(globals))();
}

/** Returns the result of the code; every tool answers with its own name. */
export async function resultOf(code: string): Promise<unknown> {
  const tools = { geo: { getCity: () => Promise.resolve('geo.getCity') } };
  return valueOfBody(scriptOf(code).body, { tools });
}
