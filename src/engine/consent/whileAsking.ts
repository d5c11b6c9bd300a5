// Tells a question from what needs none: what was allowed before is granted at once.
import { setImmediate } from 'node:timers/promises';

/** `asks` is called where `decided` takes a question, and what it gives when that is answered. */
export async function whileAsking<Answer extends object>(decided: Promise<Answer>, asks: () => () => void): Promise<Answer> {
  const atOnce = await Promise.race([decided, setImmediate(undefined)]);
  if (atOnce) return atOnce;
  const answered = asks();
  try {
    return await decided;
  } finally {
    answered();
  }
}
