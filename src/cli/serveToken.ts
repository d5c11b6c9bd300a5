// Keeps the token of `code-mode serve --http` in a file that only its owner can read. A client sends its token to any
// process that listens at the port. So each start creates a new token and writes it only after this process has the
// port: a process that had the port before can only have received a token that is no longer valid.
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { grouped } from '../base/text/counted.ts';
import { isPrivate } from '../base/files/privateFile.ts';
import { openFile, readOpened } from '../base/files/readFileBounded.ts';
import { createFileAtomic, isMissing, writeFileAtomic } from '../base/files/writeFileAtomic.ts';
import { UsageError } from './exitCode.ts';
import { signInFolder } from './fileTokenStore.ts';

const tokenBytes = 32;
const longestToken = 1_024;
/** A token consists of characters that a header allows, and is too long to be guessed. */
const tokenText = new RegExp(`^[\\x21-\\x7e]{${tokenBytes},${longestToken}}$`);
/** Maximum size of the file in bytes, with room for a line break and a byte order mark. */
const mostBytes = longestToken + 16;

export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/**
 * Writes the token of the server that listens at `port`, and replaces the token of an earlier server. Resolves with the
 * path of the file. Throws `UsageError`.
 */
export async function publishToken(
  token: string,
  port: number,
  folder = dirname(signInFolder()),
): Promise<string> {
  const file = join(folder, `serve-token-${port}`);
  await writeFileAtomic(file, `${token}\n`).catch((error: unknown) => {
    throw new UsageError(
      `the token cannot be written: ${String(error)}. Make ${folder} writable, or use --token-file.`,
    );
  });
  return file;
}

/**
 * Reads the token from the user's file, which is created if it does not exist. Throws `UsageError` for a file that
 * others can read, or that contains no valid token.
 */
export async function fixedToken(file: string): Promise<string> {
  const stored = await readToken(file);
  if (stored !== undefined) return stored;
  await makeToken(file).catch((error: unknown) => {
    throw new UsageError(
      `--token-file ${file} cannot be made: ${String(error)}. Name a file in a folder of yours.`,
    );
  });
  const made = await readToken(file);
  if (made === undefined) throw new UsageError(`--token-file ${file} was removed meanwhile. Start again.`);
  return made;
}

/** Creates the file atomically. If two commands start at once, both use the token of the first one. */
async function makeToken(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await createFileAtomic(file, `${newToken()}\n`);
}

/** Reads the token; undefined if the file does not exist. */
async function readToken(file: string): Promise<string | undefined> {
  const unusable = (why: string) => new UsageError(`the token in ${file} is not used: ${why}`);
  try {
    // Links are followed; the owner and mode of the target are checked.
    const opened = await openFile(file);
    await using handle = opened.handle;
    if (!isPrivate(await handle.stat()))
      throw unusable('others can read it. Delete the file; a new one is made.');
    const token = (await readOpened(opened, mostBytes)).toString().trim();
    if (tokenText.test(token)) return token;
    const form = `one line of ${tokenBytes} to ${grouped(longestToken)} visible ASCII characters`;
    throw unusable(`it is not ${form}. Correct or delete the file; a new one is made.`);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error instanceof UsageError
      ? error
      : unusable(`it cannot be read (${String(error)}). Make the file readable, or name another.`);
  }
}
