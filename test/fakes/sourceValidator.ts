// The validator with its thread from the sources, for tests that need no build.
import { InputValidator, type InputValidatorOptions } from '../../src/engine/input/inputValidator.ts';
import { bundledThread } from './bundledThread.ts';

/** Time limit in milliseconds that is longer than a busy machine takes for any schema that is not hostile. */
const patientMs = 20_000;

export function sourceValidator(options: Partial<InputValidatorOptions> = {}): InputValidator {
  return new InputValidator({
    threadFile: bundledThread('src/engine/input/thread.ts'),
    log: () => undefined,
    timeoutMs: patientMs,
    ...options,
  });
}
