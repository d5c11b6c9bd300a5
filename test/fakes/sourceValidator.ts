// The validator with its thread as it stands in the sources, for tests that need no build.
import { fileURLToPath } from 'node:url';
import { InputValidator, type InputValidatorOptions } from '../../src/engine/input/inputValidator.ts';

export function sourceValidator(options: Partial<InputValidatorOptions> = {}): InputValidator {
  const threadFile = fileURLToPath(new URL('../../src/engine/input/thread.ts', import.meta.url));
  return new InputValidator({ threadFile, log: () => undefined, ...options });
}
