// The token of `code-mode serve --http`: made once, in a file that only its owner can read.
import { randomBytes, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openFile, readOpened } from '../storage/readFileBounded.ts';
import { draftSuffix, isMissing } from '../storage/writeFileAtomic.ts';
import { UsageError } from './exitCode.ts';
import { signInFolder } from './fileTokenStore.ts';

const tokenBytes = 32;
const mostBytes = 1_000;
/** What others may do with a file. */
const othersMask = 0o077;

interface ServeToken {
  readonly file: string;
  readonly token: string;
}

/** Throws `UsageError` for a file that others can read, or without a token. */
export async function serveToken(folder = dirname(signInFolder())): Promise<ServeToken> {
  const file = join(folder, 'serve-token');
  const stored = await readToken(file);
  if (stored !== undefined) return { file, token: stored };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await makeToken(file);
  const token = await readToken(file);
  if (token === undefined) throw new UsageError(`${file} holds no token. Delete the file; a new one is made.`);
  return { file, token };
}

/** Of two commands that start at once, both use the token of the first. */
async function makeToken(file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}${draftSuffix}`;
  try {
    await writeFile(draft, `${randomBytes(tokenBytes).toString('base64url')}\n`, { mode: 0o600 });
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function readToken(file: string): Promise<string | undefined> {
  try {
    // A link could lead to a file of another user.
    const opened = await openFile(file, constants.O_NOFOLLOW);
    await using handle = opened.handle;
    const { mode, uid } = await handle.stat();
    const isOpen = process.platform !== 'win32' && ((mode & othersMask) !== 0 || uid !== process.getuid?.());
    if (isOpen) throw new UsageError(`the token in ${file} is not used: others can read it. Delete the file; a new one is made.`);
    const token = (await readOpened(opened, mostBytes)).toString().trim();
    return token.length >= tokenBytes ? token : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error instanceof UsageError ? error : new UsageError(`the token in ${file} cannot be read: ${String(error)}. Delete the file.`);
  }
}
