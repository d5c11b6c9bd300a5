// The token of `code-mode serve --http`, in a file that only its owner can read. A client sends it to whoever listens at the port. So each start
// has a token of its own, which is written down only once the port is ours: who took the port before was sent one that no server takes any more.
import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openFile, readOpened } from '../storage/readFileBounded.ts';
import { draftSuffix, isMissing, writeFileAtomic } from '../storage/writeFileAtomic.ts';
import { UsageError } from './exitCode.ts';
import { signInFolder } from './fileTokenStore.ts';

const tokenBytes = 32;
const longestToken = 1_024;
/** As a header can have it, and as long as one that cannot be guessed. */
const tokenText = new RegExp(`^[\\x21-\\x7e]{${tokenBytes},${longestToken}}$`);
/** Room for the line break and the mark that editors add. */
const mostBytes = longestToken + 16;
/** What others may do with a file. */
const othersMask = 0o077;

export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

/** Writes down the token of the server that listens at `port`, in place of that of an earlier one. Returns the file. Throws `UsageError`. */
export async function publishToken(token: string, port: number, folder = dirname(signInFolder())): Promise<string> {
  const file = join(folder, `serve-token-${port}`);
  await writeFileAtomic(file, `${token}\n`).catch((error: unknown) => {
    throw new UsageError(`the token cannot be written: ${String(error)}. Make ${folder} writable, or use --token-file.`);
  });
  return file;
}

/** The token in the user's own file, which is made where there is none. Throws `UsageError` for a file that others can read, or without a token. */
export async function fixedToken(file: string): Promise<string> {
  const stored = await readToken(file);
  if (stored !== undefined) return stored;
  await makeToken(file).catch((error: unknown) => {
    throw new UsageError(`--token-file ${file} cannot be made: ${String(error)}. Name a file in a folder of yours.`);
  });
  const made = await readToken(file);
  if (made === undefined) throw new UsageError(`--token-file ${file} was removed meanwhile. Start again.`);
  return made;
}

/** Of two commands that start at once, both use the token of the first. */
async function makeToken(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}${draftSuffix}`;
  try {
    await writeFile(draft, `${newToken()}\n`, { mode: 0o600 });
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Undefined where there is no file. */
async function readToken(file: string): Promise<string | undefined> {
  const unusable = (why: string) => new UsageError(`the token in ${file} is not used: ${why}`);
  try {
    // A link may lead to a file, whose owner and mode are looked at.
    const opened = await openFile(file);
    await using handle = opened.handle;
    const stats = await handle.stat();
    const isOpen = process.platform !== 'win32' && ((stats.mode & othersMask) !== 0 || stats.uid !== process.getuid?.());
    if (isOpen) throw unusable('others can read it. Delete the file; a new one is made.');
    const token = (await readOpened(opened, mostBytes)).toString().trim();
    if (tokenText.test(token)) return token;
    const form = `one line of ${tokenBytes} to ${longestToken.toLocaleString('en-US')} visible ASCII characters`;
    throw unusable(`it is not ${form}. Correct or delete the file; a new one is made.`);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error instanceof UsageError ? error : unusable(`it cannot be read (${String(error)}). Make the file readable, or name another.`);
  }
}
