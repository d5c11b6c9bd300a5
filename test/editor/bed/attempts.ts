// Steps that a window may not take at once: it draws rows again, and closes lists and menus, at times of its own.

/** True if the step succeeds. */
export function succeeds(step: Promise<unknown>): Promise<boolean> {
  return step.then(
    () => true,
    () => false,
  );
}

/** Repeats the step until it succeeds, or rejects with its last error. */
export async function untilDone<T>(attempts: number, step: () => Promise<T>): Promise<T> {
  for (let left = attempts; ; left -= 1) {
    try {
      return await step();
    } catch (error) {
      if (left <= 1) throw error;
    }
  }
}
