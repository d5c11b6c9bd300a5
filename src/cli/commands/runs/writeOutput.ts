// Writes the file that the option `-o` names.
import { statSync, writeFileSync } from 'node:fs';
import { makePrivateFile } from '../../../base/files/privateFile.ts';
import { UsageError } from '../../exitCode.ts';
import { errorMessage } from '../../../base/errorMessage.ts';

/**
 * Writes the file, readable only for its user. A pipe is not created and is opened only once. Throws `UsageError` if
 * the file cannot be written.
 */
export function writeOutput(file: string, text: string): void {
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== false) makePrivateFile(file);
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${errorMessage(error)}`);
  }
}
