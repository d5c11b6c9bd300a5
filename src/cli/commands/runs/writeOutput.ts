// What `-o` names.
import { statSync, writeFileSync } from 'node:fs';
import { makePrivateFile } from '../../../storage/privateFile.ts';
import { UsageError } from '../../exitCode.ts';
import { errorMessage } from '../../../base/errorMessage.ts';

/** A file for its user alone; a pipe is opened once. Throws `UsageError` where it cannot be written. */
export function writeOutput(file: string, text: string): void {
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== false) makePrivateFile(file);
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${errorMessage(error)}`);
  }
}
