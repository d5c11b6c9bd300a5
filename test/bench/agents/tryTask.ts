// Runs one task in one arm, in a world and with servers of its own.
import { solve, type Attempt, type Endpoint } from './agent.ts';
import { openArm, type ArmName } from './arms.ts';
import type { Task } from './tasks.ts';
import { World } from './world.ts';

/** `problem`: the reason why there is no attempt. */
export type Outcome =
  | { readonly attempt: Attempt; readonly isRight: boolean }
  | { readonly problem: string; readonly isRight: false };

export async function tryTask(endpoint: Endpoint, arm: ArmName, task: Task): Promise<Outcome> {
  try {
    await using world = await World.make();
    await using opened = await openArm(arm, world);
    const attempt = await solve(endpoint, opened, task.question);
    return { attempt, isRight: isTrue(attempt.answer, task.truth) && ((await task.left?.(world)) ?? true) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), isRight: false };
  }
}

/** Compares the last line that contains ANSWER; case, spaces, emphasis and commas within numbers do not count. */
export function isTrue(answer: string, truth: string): boolean {
  const said = [...answer.matchAll(/ANSWER:(.*)/gi)].at(-1)?.[1] ?? '';
  return bare(said) === bare(truth);
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/[*_`"\s]|\.\s*$/g, '')
    .replace(/(?<=\d),(?=\d{3}\b)/g, '');
}
