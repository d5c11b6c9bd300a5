// What `-o` names.
import { writeFile } from 'node:fs/promises';
import { UsageError } from '../../exitCode.ts';

/** Throws `UsageError` where it cannot be written. */
export async function writeOutput(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: unknown) => {
    throw new UsageError(`cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`);
  });
}
