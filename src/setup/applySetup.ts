// Carries out a setup plan for one client, and undoes it. Every step leaves the files in a state from which the next
// run or `--undo` can continue.
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { formatOf, type ClientProgram } from './clients.ts';
import type { ClientPlan } from './clientPlan.ts';
import { readConfigFile, replaceConfigFile } from './configFile.ts';
import {
  changeBetween,
  editServers,
  isSameJson,
  parseConfig,
  saysNothing,
  serverEntries,
  type Edited,
} from './configText.ts';
import { entryName } from './serverEntry.ts';
import { readSetupRecord, recordOf, writeSetupRecord, type ClientRecord } from './setupRecord.ts';

/**
 * `written` and `copies` are the paths of the written files and of their backups; `notes` explain to a person which
 * files or entries stay unchanged and why.
 */
export type SetupOutcome =
  | {
      readonly ok: true;
      readonly written: readonly string[];
      readonly copies: readonly string[];
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly why: string };

/** Maximum length in characters of a change that is recorded; the record of all clients is read whole. */
const longestChange = 1_000_000;

/**
 * Adds Code Mode's entry to the client's file. `moves` is true if the client's own entries for the copied servers are
 * removed.
 */
export async function applySetup(
  plan: ClientPlan,
  moves: boolean,
  recordFile: string,
): Promise<SetupOutcome> {
  const { client, file, entry, ownFile, originals } = plan;
  const format = formatOf(client);
  const before = await readSetupRecord(recordFile);
  const earlier = recordOf(client, file.path, before);
  const text = file.kind === 'file' ? file.text : '';
  const edit = {
    key: client.key,
    remove: moves ? Object.keys(originals) : [],
    add: plan.present === undefined ? { [entryName]: entry } : {},
  };
  const edited = await editServers(text, format, edit);
  if (!edited.ok) return edited;
  const written = [file.path];
  const copies: (string | undefined)[] = [];
  let isOurs = true;
  let own = '';
  if (client.within === undefined) {
    const found = await readConfigFile(ownFile);
    if (found.kind === 'unusable') return { ok: false, why: `${ownFile}: ${found.why}` };
    const filled = await ownText(plan, found.kind === 'file' ? found.text : '');
    if (!filled.ok) return filled;
    own = filled.text;
    isOurs =
      found.kind === 'missing' ||
      before.some((each) => each.ownFile === ownFile && each.ownHash === hashOf(found.text));
    if (found.kind === 'missing' || found.text !== own) copies.push(await replaceConfigFile(found, own));
    written.push(ownFile);
  }
  const without = earlier && (await withoutSetup(client, earlier, text));
  const change = changeBetween(without?.ok ? without.text : text, edited.text);
  const record: ClientRecord = {
    // An entry that is already in the file stays unchanged, even if this program is now at another path.
    client: client.id,
    file: file.path,
    key: client.key,
    entry: (plan.present === undefined ? undefined : earlier?.entry) ?? entry,
    ownFile,
    // An empty hash means that undo must not delete the file, because a person also wrote to it.
    ownHash: isOurs ? hashOf(own) : '',
    created: earlier?.created ?? file.kind === 'missing',
    moved: { ...earlier?.moved, ...(moves && originals) },
    ...(change.removed.length + change.added.length <= longestChange && { change }),
  };
  const { ownHash } = record;
  const others = before
    .filter((each) => each !== earlier)
    .map((each) => (each.ownFile === ownFile ? { ...each, ownHash } : each));
  await writeSetupRecord(recordFile, [...others, record]);
  copies.push(await replaceConfigFile(file, edited.text));
  return { ok: true, written, copies: copies.filter((copy) => copy !== undefined), notes: [] };
}

/**
 * Returns the text of Code Mode's own file with the copied servers added. Servers that are already in the file stay
 * unchanged.
 */
async function ownText({ client, copied, ownFile }: ClientPlan, found: string): Promise<Edited> {
  const key = client.dialect === 'vscode' ? 'servers' : 'mcpServers';
  const text = found.trim() === '' ? JSON.stringify({ [key]: {} }, undefined, 2) : found;
  const parsed = await parseConfig(text, 'json');
  const there = parsed.ok ? (serverEntries(parsed.root, key) ?? {}) : {};
  const add = Object.fromEntries(Object.entries(copied).filter(([name]) => !Object.hasOwn(there, name)));
  const edited = await editServers(text, 'json', { key, remove: [], add });
  return edited.ok ? edited : { ok: false, why: `${ownFile}: ${edited.why}` };
}

/**
 * Removes Code Mode's entry from the client's file, and restores the entries that were moved. Entries that a person has
 * changed since stay unchanged.
 */
export async function undoSetup(
  client: ClientProgram,
  record: ClientRecord,
  recordFile: string,
): Promise<SetupOutcome> {
  const records = await readSetupRecord(recordFile);
  const written = recordOf(client, record.file, records);
  const others = records.filter((each) => each !== written);
  const file = await readConfigFile(record.file);
  if (file.kind === 'unusable') return { ok: false, why: `${file.path}: ${file.why}` };
  const text = file.kind === 'file' ? file.text : '';
  const edited = await withoutSetup(client, record, text);
  if (!edited.ok) return { ok: false, why: `${file.path}: ${edited.why}` };
  const { entryStays } = edited;
  const notes = entryStays ? [`its entry ${entryName} was changed since, and stays`] : [];
  const copy = edited.text === text ? undefined : await replaceConfigFile(file, edited.text);
  if (record.created && (await isEmpty(edited.text, client, record.key)))
    await rm(file.path, { force: true });
  const isNeeded = entryStays || others.some(({ ownFile }) => ownFile === record.ownFile);
  if (!isNeeded) notes.push(...(await removeOwnFile(record)));
  await writeSetupRecord(recordFile, others);
  return { ok: true, written: [file.path], copies: copy === undefined ? [] : [copy], notes };
}

/**
 * Returns the text of a client's file without the changes of setup. `entryStays` is true if a person has changed Code
 * Mode's entry since the setup.
 */
async function withoutSetup(client: ClientProgram, record: ClientRecord, text: string) {
  const { entry, moved, change, key } = record;
  const format = formatOf(client);
  const parsed = await parseConfig(text, format);
  if (!parsed.ok) return parsed;
  const servers = serverEntries(parsed.root, key) ?? {};
  const isThere = Object.hasOwn(servers, entryName);
  const isOurs = isThere && isSameJson(servers[entryName], entry);
  const add = Object.fromEntries(Object.entries(moved).filter(([name]) => !Object.hasOwn(servers, name)));
  const isWhole = isOurs && Object.keys(add).length === Object.keys(moved).length;
  const edited = await editServers(text, format, {
    key,
    remove: isOurs ? [entryName] : [],
    add,
    ...(isWhole && { takesBack: change }),
  });
  if (!edited.ok) return edited;
  return { ...edited, entryStays: isThere && !isOurs };
}

async function removeOwnFile({ ownFile, ownHash }: ClientRecord): Promise<readonly string[]> {
  const own = await readConfigFile(ownFile);
  if (own.kind === 'missing') return [];
  if (own.kind === 'unusable' || hashOf(own.text) !== ownHash)
    return [`${ownFile} was changed since, and stays`];
  await rm(own.path, { force: true });
  return [];
}

async function isEmpty(text: string, client: ClientProgram, key: string): Promise<boolean> {
  const parsed = await parseConfig(text, formatOf(client));
  return parsed.ok && saysNothing(parsed.root, key);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
