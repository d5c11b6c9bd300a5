// `code-mode trust`: lists, approves and revokes the servers and saved scripts of this folder that the user trusts.
import { basename } from 'node:path';
import {
  workspaceDefinitionFiles,
  readDefinitions,
  currentHost,
  TrustStore,
  type TrustedItem,
  type WaitingItem,
} from '../../mcp/definitions/index.ts';
import { readScriptFolder, scriptApproval, scriptFolders } from '../../engine/savedScripts/index.ts';
import type { TrustCommandOptions } from '../commandOptions.ts';
import { findDaemon, stopMs } from '../daemon/index.ts';
import { ExitCode, UsageError } from '../exitCode.ts';
import type { Interruption } from '../interruption.ts';
import { TerminalQuestions, askTrust, trustName, trustText } from '../interaction/index.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { printable, printJson, say, type Io } from '../terminal.ts';
import { readWorkspaceSettings } from '../workspaceSettings.ts';

/** Runs the command. Throws `UsageError`. */
export async function trust(
  options: TrustCommandOptions,
  io: Io,
  interruption: Interruption,
): Promise<ExitCode> {
  interruption.endsAtOnce();
  const folder = process.cwd();
  const store = new TrustStore();
  await store.load([folder]);
  if (options.action === 'revoke') return revoke(options, folder, store, io);
  const waiting = await waitingIn(folder, store, io);
  if (options.action === 'list') return list(options, store.items, waiting, io);
  return add(options, store, waiting, io, interruption.signal);
}

function list(
  { json }: TrustCommandOptions,
  trusted: readonly TrustedItem[],
  waiting: readonly WaitingItem[],
  io: Io,
): ExitCode {
  const all = [
    ...trusted.map((item) => ({ item, state: 'trusted' })),
    ...waiting.map((item) => ({ item, state: 'not trusted' })),
  ];
  if (json) {
    printJson(io, {
      trusted: trusted.map(shown),
      waiting: waiting.map((item) => ({ ...shown(item), covers: item.covers })),
    });
  } else {
    const width = Math.max(0, ...all.map(({ item }) => trustName(item).length));
    for (const { item, state } of all)
      io.stdout.write(
        `${printable(`${visibleName(trustName(item)).padEnd(width)}  ${state.padEnd(11)}  ${visibleName(item.origin)}`)}\n`,
      );
    if (all.length === 0)
      say(io, 'code-mode: this folder defines no server and no saved script that needs your trust');
  }
  return all.length > 0 ? ExitCode.done : ExitCode.nothingFound;
}

function shown({ kind, name, origin }: TrustedItem) {
  return { kind, name, origin };
}

async function add(
  { names, all, json }: TrustCommandOptions,
  store: TrustStore,
  waiting: readonly WaitingItem[],
  io: Io,
  signal: AbortSignal,
): Promise<ExitCode> {
  const chosen = names.length === 0 ? waiting : chosenOf(waiting, names, 'waits for your trust');
  if (chosen.length === 0) say(io, 'code-mode: nothing in this folder waits for your trust');
  const questions = new TerminalQuestions(io);
  // A user who names the items, or passes --all, has decided and is not asked.
  const isDecided = names.length > 0 || all;
  if (chosen.length > 0 && !isDecided && !questions.canAsk)
    throw new UsageError(
      `no terminal to ask on; name what you trust, or use --all. Waiting: ${waiting.map(trustName).join(', ')}`,
    );
  const added: WaitingItem[] = [];
  for (const item of chosen) {
    const asked = { ...item, name: trustName(item) };
    if (isDecided) say(io, trustText(asked));
    else if (!(await askTrust(questions, asked, signal))) continue;
    await store.approve([item]);
    say(io, `code-mode: trusted ${trustName(item)}, until it changes`);
    added.push(item);
  }
  if (json) printJson(io, { added: added.map(shown) });
  return added.length > 0 ? ExitCode.done : ExitCode.nothingFound;
}

async function revoke(
  { names, all, json }: TrustCommandOptions,
  folder: string,
  store: TrustStore,
  io: Io,
): Promise<ExitCode> {
  if (names.length === 0 && !all)
    throw new UsageError('trust revoke takes names, or --all; code-mode trust list shows them');
  const chosen = all ? store.items : chosenOf(store.items, names, 'is trusted here');
  await store.revoke(chosen);
  for (const { kind, name } of chosen) if (kind === 'server') await stopKept({ name, folder }, io);
  if (json) printJson(io, { revoked: chosen.map(shown) });
  say(
    io,
    chosen.length === 0
      ? 'code-mode: nothing is trusted here'
      : `code-mode: no longer trusted: ${chosen.map(trustName).join(', ')}`,
  );
  return chosen.length > 0 ? ExitCode.done : ExitCode.nothingFound;
}

/** Stops a server that the daemon keeps for this folder. */
async function stopKept(server: { readonly name: string; readonly folder: string }, io: Io): Promise<void> {
  using wire = await findDaemon();
  const answer = await wire?.ask({ ask: 'stop', ...server }, stopMs);
  if (wire && !answer)
    say(io, `code-mode: "${visibleName(server.name)}" may still run. code-mode daemon stop ends it.`);
}

/** Returns the items with the given names. Throws `UsageError` for a name that no item has. */
function chosenOf<Item extends TrustedItem>(
  items: readonly Item[],
  names: readonly string[],
  state: string,
): readonly Item[] {
  const unknown = names.find((name) => !items.some((item) => trustName(item) === name));
  if (unknown !== undefined) {
    const known = items.length === 0 ? 'nothing' : items.map(trustName).join(', ');
    throw new UsageError(`nothing named "${unknown}" ${state}; what does: ${known}`);
  }
  return items.filter((item) => names.includes(trustName(item)));
}

/** Prints the problems of files that cannot be read: their servers would be missing without a word. */
async function waitingIn(folder: string, store: TrustStore, io: Io): Promise<readonly WaitingItem[]> {
  const trust = {
    isApproved: ({ hash }: { readonly hash: string }) => store.isApproved(hash),
    advice: () => '',
  };
  const host = { ...currentHost([{ name: basename(folder), path: folder }]), trust };
  const { unapproved: servers = [], problems } = await readDefinitions(
    workspaceDefinitionFiles(folder),
    host,
  );
  for (const { server, severity, message } of problems)
    if (server === undefined && severity === 'error') say(io, `code-mode: ${message}`);
  const settings = await readWorkspaceSettings(folder, []);
  const folders = scriptFolders(
    folder,
    settings.flatMap(({ scriptFolders: named }) => named),
  );
  const read = await Promise.all(folders.map(readScriptFolder));
  const scripts = read.flatMap(({ files }) => files).map((file) => scriptApproval(file, folder));
  return [...servers, ...scripts.filter(({ hash }) => !store.isApproved(hash))];
}
