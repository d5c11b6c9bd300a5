// The engine's own errors, where its words alone mislead: what they should say besides is put into their messages.
import { otherwise } from './locales.ts';

/** What patterns make of values that they cannot take apart; loops over such values, too, whose place is known. */
const ofPatterns = /^(?:Cannot convert undefined or null to object|cannot read property 'Symbol\.iterator' of .*|value is not iterable)$/;
const placeOfPatterns = ' (in a pattern such as const { a } = value the line may be earlier, or missing)';

/** To be called when the hook of `StackTraces` is in place. */
export function explainErrors(): void {
  const format = Error.prepareStackTrace.bind(Error);
  // The engine tells the hook of each error as it is made.
  Error.prepareStackTrace = (error, frames) => {
    if (error instanceof ReferenceError && error.message === 'Intl is not defined')
      error.message = `Intl is missing in the wasm engine: ${otherwise}`;
    if (error instanceof TypeError && frames[0]?.isNative() === false && ofPatterns.test(error.message)) error.message += placeOfPatterns;
    return format(error, frames) as unknown;
  };
}
