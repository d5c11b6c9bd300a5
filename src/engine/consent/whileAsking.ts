// Tells a decision that needs a question from one that is granted immediately.
import { setImmediate } from 'node:timers/promises';

/** Calls `asks` if `decided` does not settle immediately, and the function that `asks` returns after the answer. */
export async function whileAsking<Answer extends object>(
  decided: Promise<Answer>,
  asks: () => () => void,
): Promise<Answer> {
  const atOnce = await Promise.race([decided, setImmediate(undefined)]);
  if (atOnce) return atOnce;
  const answered = asks();
  try {
    return await decided;
  } finally {
    answered();
  }
}
