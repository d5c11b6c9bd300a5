// Extends messages of the engine's own errors where the message alone misleads.
import { otherwise } from './locales.ts';

/**
 * Messages of the errors that a destructuring pattern throws for a value that it cannot destructure. A loop over such a
 * value throws the same messages, although its place is known.
 */
const ofPatterns =
  /^(?:Cannot convert undefined or null to object|cannot read property 'Symbol\.iterator' of .*|value is not iterable)$/;
const placeOfPatterns = ' (in a pattern such as const { a } = value the line may be earlier, or missing)';

/** Must be called when the hook of `StackTraces` is in place. */
export function explainErrors(): void {
  const format = Error.prepareStackTrace.bind(Error);
  // The engine calls this hook for each error as the error is created.
  Error.prepareStackTrace = (error, frames) => {
    if (error instanceof ReferenceError && error.message === 'Intl is not defined')
      error.message = `Intl is missing in the wasm engine: ${otherwise}`;
    if (error instanceof TypeError && frames[0]?.isNative() === false && ofPatterns.test(error.message))
      error.message += placeOfPatterns;
    return format(error, frames) as unknown;
  };
}
