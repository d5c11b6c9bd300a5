// Publishes the address of the daemon to commands: a file in a private folder of the user has the address and a token.
// The file is created exclusively under the next number, so only one of two daemons that start at once publishes its
// address. The file of a killed daemon stays until the next daemon replaces it.
import { randomBytes } from 'node:crypto';
import { chmod, lstat, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isJsonObject, parseJson } from '../../base/json.ts';
import { isOursAlone, makeSocketFolder } from '../../serve/index.ts';
import { isPrivate } from '../../base/files/privateFile.ts';
import { makePrivateFolder } from '../../base/files/privateFolder.ts';
import { readFileBounded } from '../../base/files/readFileBounded.ts';
import { daemonFolder } from '../../base/files/statePaths.ts';
import { createFileAtomic } from '../../base/files/writeFileAtomic.ts';

const secretBytes = 32;
const mostBytes = 10_000;

export interface DaemonAddress {
  /** Path of the socket or pipe, in the form that `net.connect` takes. */
  readonly path: string;
  /** The daemon and its commands prove to each other that they know the token. */
  readonly token: string;
}

/** Creates a new address and a function that deletes its folder. Rejects if no folder for a socket is usable. */
export async function makeAddress(): Promise<DaemonAddress & { readonly remove: () => Promise<void> }> {
  const token = randomBytes(secretBytes).toString('base64url');
  if (process.platform === 'win32') {
    const path = `\\\\.\\pipe\\code-mode-${randomBytes(secretBytes).toString('hex')}`;
    return { path, token, remove: () => Promise.resolve() };
  }
  const folder = await makeSocketFolder();
  if (!folder) throw new Error('there is no folder for a socket: each path would be too long');
  return { path: folder.socket, token, remove: () => folder.remove() };
}

/** Makes the socket private to its user, in addition to its private folder. */
export async function closeToOthers(path: string): Promise<void> {
  if (process.platform !== 'win32') await chmod(path, 0o600);
}

/** Publishes the address and returns a function that withdraws it; undefined if another daemon `answers`. */
export async function publish(
  { path, token }: DaemonAddress,
  answers: (other: DaemonAddress) => Promise<boolean>,
): Promise<(() => Promise<void>) | undefined> {
  const folder = daemonFolder();
  await makePrivateFolder(folder);
  for (const other of await publishedAddresses()) if (await answers(other)) return undefined;
  const number = ((await numbersIn(folder))[0] ?? 0) + 1;
  const file = fileOf(folder, number);
  if (!(await createFileAtomic(file, JSON.stringify({ path, token })))) return undefined;
  const withdraw = () => rm(file, { force: true });
  const numbers = await numbersIn(folder);
  // Another daemon published its address while this process stood still.
  const isLast = numbers[0] === number;
  if (!isLast) await withdraw();
  for (const older of isLast ? numbers.slice(1) : []) await rm(fileOf(folder, older), { force: true });
  return isLast ? withdraw : undefined;
}

/** Returns published addresses, newest first, without those that another user could have written or could listen at. */
export async function publishedAddresses(): Promise<readonly DaemonAddress[]> {
  const folder = daemonFolder();
  const found: DaemonAddress[] = [];
  for (const number of await numbersIn(folder)) {
    const address = await readAddress(fileOf(folder, number));
    if (address && (await isSocketOfOurs(address.path))) found.push(address);
  }
  return found;
}

function fileOf(folder: string, number: number): string {
  return join(folder, `daemon-${number}.json`);
}

/** Returns the numbers of the files, largest first. */
async function numbersIn(folder: string): Promise<readonly number[]> {
  const names = await readdir(folder).catch(() => []);
  // Numbers are safe integers.
  const numbers = names.flatMap((name) => /^daemon-(\d{1,15})\.json$/.exec(name)?.[1] ?? []);
  return numbers.map(Number).sort((a, b) => b - a);
}

async function readAddress(file: string): Promise<DaemonAddress | undefined> {
  const status = await lstat(file).catch(() => undefined);
  if (status?.isFile() !== true || !isPrivate(status)) return undefined;
  const value = parseJson((await readFileBounded(file, mostBytes).catch(() => '')).toString());
  if (!isJsonObject(value)) return undefined;
  const { path, token } = value;
  return typeof path === 'string' && typeof token === 'string' ? { path, token } : undefined;
}

/** True if only this user can listen at the address. On Windows, the token alone shows who listens at the pipe. */
async function isSocketOfOurs(path: string): Promise<boolean> {
  if (process.platform === 'win32') return true;
  const status = await lstat(path).catch(() => undefined);
  return status?.isSocket() === true && isPrivate(status) && (await isOursAlone(dirname(path)));
}
