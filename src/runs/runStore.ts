// The runs of a workspace: recorded as they happen, listed, read, followed, deleted. Their folder is shared by the
// editor's windows and the terminal, whose processes do not wait for each other.
import { constants } from 'node:fs';
import { appendFile, rm, stat } from 'node:fs/promises';
import type { RunJournal, RunStage } from '../engine/runJournal.ts';
import { isMissing } from '../storage/writeFileAtomic.ts';
import { copyRun, isCopy } from './copiedRun.ts';
import { exportedRun } from './exportedRun.ts';
import { FileJournal, recordedStages, type FileJournalOptions } from './fileJournal.ts';
import { PastRuns } from './pastRuns.ts';
import { RecordReader } from './readRecord.ts';
import { RecordBuilder } from './recordBuilder.ts';
import { Retention, type Pruned } from './retention.ts';
import { markNotWhole } from './recordFile.ts';
import { runsBefore } from './resumable.ts';
import { RunChanges } from './runChanges.ts';
import { followRecord, watchRuns, type WatchedRuns } from './runFollower.ts';
import type { RecordedValue } from './runEvent.ts';
import { isRunId } from './runId.ts';
import { eventsFile, removeRun, summaryFile } from './runFolder.ts';
import { RunList } from './runList.ts';
import { isRunning } from './runLiveness.ts';
import type { ReadValue, RunRecord, RunSummary } from './runRecord.ts';
import type { RunsKept } from './runSettings.ts';
import type { OpenRun } from './sharedRuns.ts';
import { ValueFiles } from './valueFiles.ts';

export interface RunStoreOptions extends FileJournalOptions {
  /** `runsFolder` of the workspace. */
  readonly folder: string;
  /** Absent on the terminal, which has no settings of the user. */
  readonly kept?: () => RunsKept;
}

export class RunStore {
  /** What the engine writes to. */
  readonly journal: RunJournal;
  /** What can be done with those that are over. */
  readonly past: PastRuns;
  readonly #options: RunStoreOptions;
  readonly #journal: FileJournal;
  readonly #values: ValueFiles;
  readonly #changes = new RunChanges();
  readonly #list: RunList;
  readonly #retention: Retention;

  /** Reads and writes nothing. */
  constructor(options: RunStoreOptions) {
    this.#options = options;
    const { folder, shared } = options;
    this.#values = new ValueFiles(folder, shared);
    this.#list = new RunList({
      folder,
      changes: this.#changes,
      stateOf: (begin, writtenAt) => this.#stateOf(begin, writtenAt),
      redact: (text) => options.redactor.lines(text),
    });
    this.#journal = new FileJournal({
      ...options,
      values: this.#values,
      changes: this.#changes,
      onEnded: (summary) => this.#ended(summary),
    });
    this.journal = this.#journal;
    this.past = new PastRuns({ folder, runs: this, redactor: options.redactor, ...(shared && { shared }) });
    this.#retention = new Retention({
      folder,
      kept: options.kept,
      list: () => this.list(),
      remove: (ids, all) => this.#remove(ids, all),
    });
  }

  /** Whether values are recorded, and so may be stored beside the records. */
  get recordsValues(): boolean {
    return this.#options.mode() === 'full';
  }

  /** One clause; undefined where a run that begins now would be recorded. */
  whyNotRecorded(): string | undefined {
    return this.#options.mode() === 'off' ? 'runs are not recorded (codeMode.runs.record is "off")' : undefined;
  }

  /** The newest first. What cannot be read is left out. Rejects with `SharedStateError`. */
  async list(): Promise<readonly RunSummary[]> {
    await this.#journal.flushed();
    return this.#list.read();
  }

  /** Undefined where there is none of that id, on this machine or in shared state. Rejects with `SharedStateError`. */
  async read(id: string): Promise<RunRecord | undefined> {
    await this.#journal.flushed();
    const { folder, shared } = this.#options;
    if (shared && isRunId(id)) await copyRun({ folder, values: this.#values, shared }, id, (copied) => this.#list.replaced(copied));
    const read = await this.#read(id);
    return read && read.reader.builder.record(read.reader.bytes, read.state);
  }

  /** The runs of a session that have begun and have no end yet, in shared state; none without it. Rejects with `SharedStateError`. */
  async openRuns(session: string): Promise<readonly OpenRun[]> {
    return (await this.#options.shared?.openRuns(session)) ?? [];
  }

  /** Adds to the record of a run that is over what was done with it. Nothing happens where there is no record. Never rejects. */
  async addStages(id: string, stages: readonly RunStage[]): Promise<void> {
    const { mode, redactor, log } = this.#options;
    if (!isRunId(id) || stages.length === 0 || mode() === 'off') return;
    await this.#journal.flushed();
    const line = redactor.lines(JSON.stringify({ t: 'stages', at: 0, stages: recordedStages(stages, mode(), redactor) }));
    try {
      // Not made again where it was deleted meanwhile.
      await appendFile(this.#fileOf(id), `${line}\n`, { flag: constants.O_WRONLY | constants.O_APPEND });
      this.#changes.changed(id);
    } catch (error) {
      if (!isMissing(error)) log(`What was done with a run was not recorded: ${String(error)}`);
    }
  }

  async value(recorded: RecordedValue): Promise<ReadValue> {
    if ('v' in recorded) return { ok: true, value: recorded.v };
    if (!('file' in recorded)) return { ok: false, reason: 'omitted' };
    const found = await this.#values.read(recorded.file);
    return found ? { ok: true, ...found } : { ok: false, reason: 'missing' };
  }

  /** Gives the record now and after each change, at most ten times a second, until it has ended. Returns the function that stops it. */
  follow(id: string, onChange: (record: RunRecord) => void): () => void {
    return followRecord({
      file: this.#fileOf(id),
      changes: this.#changes,
      id,
      read: (reader) => reader.builder.record(reader.bytes, this.#stateHere(reader.builder.begin, Date.now())),
      onChange,
    });
  }

  /** Runs have begun, gone on, ended or been deleted, in this process or another. */
  onDidChange(listener: () => void): WatchedRuns {
    return watchRuns(this.#options.folder, this.#changes, listener);
  }

  /** Runs that are on stay. Rejects as the file system does. */
  async delete(ids: readonly string[]): Promise<void> {
    await this.#retention.delete(ids);
  }

  /** Deletes all runs but those that are on. */
  async clear(): Promise<void> {
    await this.#retention.delete((await this.list()).map(({ id }) => id));
  }

  /** Deletes what is over the limits. Rejects as the file system does. */
  prune(): Promise<Pruned> {
    return this.#retention.prune();
  }

  /** One JSON document with all values; undefined where there is no such run. */
  async exportRun(id: string): Promise<string | undefined> {
    await this.#journal.flushed();
    return isRunId(id) ? exportedRun(this.#options.folder, id, this.#values) : undefined;
  }

  /** Settles when all is written. Of runs that are still on, nothing more is recorded. */
  async dispose(): Promise<void> {
    await this.#journal.close();
    await this.#retention.dispose();
    this.#list.dispose();
  }

  async #ended(summary: RunSummary): Promise<void> {
    try {
      await this.#list.write(summary);
    } catch (error) {
      // The record itself is there; without its summary the list takes longer.
      if (!isMissing(error)) this.#options.log(`The summary of a run was not written: ${String(error)}`);
    }
    this.#retention.soon();
  }

  async #read(
    id: string,
  ): Promise<{ readonly reader: RecordReader<RecordBuilder>; readonly state: 'running' | 'interrupted' } | undefined> {
    if (!isRunId(id)) return undefined;
    const reader = new RecordReader(this.#fileOf(id), new RecordBuilder());
    try {
      await reader.readOn();
      const { mtimeMs } = await stat(this.#fileOf(id));
      if (reader.builder.begin?.id !== id) return undefined;
      return { reader, state: await this.#stateOf(reader.builder.begin, mtimeMs) };
    } catch {
      return undefined;
    }
  }

  /** A run that shared state does not know is judged by what this machine knows. */
  async #stateOf(begin: RecordBuilder['begin'], writtenAt: number): Promise<'running' | 'interrupted'> {
    const isOn = begin && !this.#journal.isOpen(begin.id) ? await this.#options.shared?.isRunning(begin.id) : undefined;
    if (isOn !== undefined) return isOn ? 'running' : 'interrupted';
    return this.#stateHere(begin, writtenAt);
  }

  #stateHere(begin: RecordBuilder['begin'], writtenAt: number): 'running' | 'interrupted' {
    return begin && isRunning(begin, this.#journal.isOpen(begin.id), writtenAt) ? 'running' : 'interrupted';
  }

  /** With a later run goes what is known of its writes: those before it must not be resumed any more. */
  async #remove(ids: readonly string[], all: readonly RunSummary[]): Promise<void> {
    const { folder, shared } = this.#options;
    const copies = new Set<string>();
    for (const id of shared ? ids : []) if (await isCopy(folder, id)) copies.add(id);
    // A copy is there again when it is asked for.
    const own = ids.filter((id) => !copies.has(id));
    for (const id of runsBefore(own, all)) {
      await shared?.markNotWhole(id);
      await markNotWhole(this.#fileOf(id));
      await rm(summaryFile(folder, id), { force: true });
    }
    for (const id of own) await shared?.remove(id);
    for (const id of ids) await removeRun(folder, id);
    if (ids.length > 0) this.#changes.changed(ids[0] ?? '');
  }

  #fileOf(id: string): string {
    return eventsFile(this.#options.folder, id);
  }
}
