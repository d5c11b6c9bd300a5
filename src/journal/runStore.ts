// The runs of a workspace: records them as they happen, lists, reads, follows and deletes them. The windows of the
// editor and the terminal share the folder of the runs, and their processes do not wait for each other.
import { constants } from 'node:fs';
import { appendFile, rm, stat } from 'node:fs/promises';
import type { RunJournal, RunStage } from '../engine/index.ts';
import { Listeners } from '../base/listeners.ts';
import { isMissing } from '../base/files/writeFileAtomic.ts';
import { copyRun, isCopy } from './list/copiedRun.ts';
import { exportedRun } from './list/exportedRun.ts';
import { FileJournal, recordedStages, type FileJournalOptions } from './record/fileJournal.ts';
import { PastRuns } from './past/pastRuns.ts';
import { RecordReader } from './record/readRecord.ts';
import { RecordBuilder } from './record/recordBuilder.ts';
import { Retention, type Pruned } from './list/retention.ts';
import { markNotWhole } from './record/recordFile.ts';
import { runsBefore } from './record/resumable.ts';
import { followRecord, watchRuns, type WatchedRuns } from './list/runFollower.ts';
import type { RecordedValue } from './record/runEvent.ts';
import { isRunId } from './record/runId.ts';
import { eventsFile, removeRun, summaryFile } from './record/runFolder.ts';
import { RunList } from './list/runList.ts';
import { isRunning } from './record/runLiveness.ts';
import { readValue, type ReadValue, type RunRecord, type RunSummary } from './record/runRecord.ts';
import type { RunsKept } from './record/runSettings.ts';
import type { OpenRun } from './record/sharedRuns.ts';
import { ValueFiles } from './record/valueFiles.ts';

export interface RunStoreOptions extends FileJournalOptions {
  /** The folder of the workspace's runs, `runsFolder`. */
  readonly folder: string;
  /** Returns the limits of the settings. Absent on the terminal, which has no user settings. */
  readonly kept?: () => RunsKept;
}

export class RunStore {
  /** The journal to which the engine writes. */
  readonly journal: RunJournal;
  /** Replays and resumes runs that are over. */
  readonly past: PastRuns;
  readonly #options: RunStoreOptions;
  readonly #journal: FileJournal;
  readonly #values: ValueFiles;
  /** Told the id of each run whose record this process has changed. */
  readonly #changes = new Listeners<string>();
  readonly #list: RunList;
  readonly #retention: Retention;

  /** Creates the store without reading or writing any file. */
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

  /** True if values are recorded, so that they may be stored beside the records. */
  get recordsValues(): boolean {
    return this.#options.mode() === 'full';
  }

  /** Returns one clause that says why no run is recorded; undefined if a run that begins now would be recorded. */
  whyNotRecorded(): string | undefined {
    return this.#options.mode() === 'off'
      ? 'runs are not recorded (codeMode.runs.record is "off")'
      : undefined;
  }

  /** The newest run first. Runs that cannot be read are left out. Rejects with `SharedStateError`. */
  async list(): Promise<readonly RunSummary[]> {
    await this.#journal.flushed();
    return this.#list.read();
  }

  /** Undefined if neither this machine nor the shared state has a run with this id. Rejects with `SharedStateError`. */
  async read(id: string): Promise<RunRecord | undefined> {
    await this.#journal.flushed();
    if (!isRunId(id)) return undefined;
    const { folder, shared } = this.#options;
    if (shared) await copyRun({ folder, values: this.#values, shared }, id);
    const reader = new RecordReader(this.#fileOf(id), () => new RecordBuilder());
    try {
      await reader.readOn();
      const { mtimeMs } = await stat(this.#fileOf(id));
      const { builder, bytes } = reader;
      if (builder.begin?.id !== id) return undefined;
      return builder.record(bytes, await this.#stateOf(builder.begin, mtimeMs));
    } catch {
      return undefined;
    }
  }

  /**
   * Returns the runs of a session without an end in the shared state; empty without shared state. Rejects with
   * `SharedStateError`.
   */
  async openRuns(session: string): Promise<readonly OpenRun[]> {
    return (await this.#options.shared?.openRuns(session)) ?? [];
  }

  /** Adds stages to the record of a run that is over. Does nothing if there is no record. Never rejects. */
  async addStages(id: string, stages: readonly RunStage[]): Promise<void> {
    const { mode, redactor, log } = this.#options;
    if (!isRunId(id) || stages.length === 0 || mode() === 'off') return;
    await this.#journal.flushed();
    const line = redactor.lines(
      JSON.stringify({ t: 'stages', at: 0, stages: recordedStages(stages, mode(), redactor) }),
    );
    try {
      // The flags do not create the file, since the run may have been deleted meanwhile.
      await appendFile(this.#fileOf(id), `${line}\n`, { flag: constants.O_WRONLY | constants.O_APPEND });
      this.#changes.fire(id);
    } catch (error) {
      if (!isMissing(error)) log(`What was done with a run was not recorded: ${String(error)}`);
    }
  }

  value(recorded: RecordedValue): Promise<ReadValue> {
    return readValue(recorded, (name) => this.#values.read(name));
  }

  /**
   * Calls `onChange` with the record now and after each change, at most ten times a second, until the run has ended.
   * Returns the function that stops following.
   */
  follow(id: string, onChange: (record: RunRecord) => void): () => void {
    return followRecord({
      file: this.#fileOf(id),
      changes: this.#changes,
      id,
      read: (reader) =>
        reader.builder.record(reader.bytes, this.#stateHere(reader.builder.begin, Date.now())),
      onChange,
    });
  }

  /** Called when runs have begun, continued, ended or been deleted, in this process or another. */
  onDidChange(listener: () => void): WatchedRuns {
    return watchRuns(this.#options.folder, this.#changes, listener);
  }

  /** Deletes runs; runs in progress stay. Rejects as the file system does. */
  async delete(ids: readonly string[]): Promise<void> {
    await this.#retention.delete(ids);
  }

  /** Deletes all runs except those in progress. */
  async clear(): Promise<void> {
    await this.#retention.delete((await this.list()).map(({ id }) => id));
  }

  /** Deletes runs beyond the limits. Rejects as the file system does. */
  prune(): Promise<Pruned> {
    return this.#retention.prune();
  }

  /** Returns one JSON document with all values; undefined if there is no such run. */
  async exportRun(id: string): Promise<string | undefined> {
    await this.#journal.flushed();
    return isRunId(id) ? exportedRun(this.#options.folder, id, this.#values) : undefined;
  }

  /** Settles when all events are written. Later events of runs still in progress are not recorded. */
  async dispose(): Promise<void> {
    await this.#journal.close();
    await this.#retention.dispose();
    this.#list.dispose();
  }

  async #ended(summary: RunSummary): Promise<void> {
    try {
      await this.#list.write(summary);
    } catch (error) {
      // The record itself exists; without a summary, only the list takes longer.
      if (!isMissing(error)) this.#options.log(`The summary of a run was not written: ${String(error)}`);
    }
    this.#retention.soon();
  }

  /** If the shared state does not know the run, this machine decides by what it knows. */
  async #stateOf(begin: RecordBuilder['begin'], writtenAt: number): Promise<'running' | 'interrupted'> {
    const isOn =
      begin && !this.#journal.isOpen(begin.id) ? await this.#options.shared?.isRunning(begin.id) : undefined;
    if (isOn !== undefined) return isOn ? 'running' : 'interrupted';
    return this.#stateHere(begin, writtenAt);
  }

  #stateHere(begin: RecordBuilder['begin'], writtenAt: number): 'running' | 'interrupted' {
    return begin && isRunning(begin, this.#journal.isOpen(begin.id), writtenAt) ? 'running' : 'interrupted';
  }

  /**
   * A deleted run takes the knowledge of its writes with it, so the earlier runs that it resumed are marked: they must
   * not be resumed again.
   */
  async #remove(ids: readonly string[], all: readonly RunSummary[]): Promise<void> {
    const { folder, shared } = this.#options;
    const copies = new Set<string>();
    for (const id of shared ? ids : []) if (await isCopy(folder, id)) copies.add(id);
    // The copy of a shared record is fetched again when it is needed.
    const own = ids.filter((id) => !copies.has(id));
    for (const id of runsBefore(own, all)) {
      await shared?.markNotWhole(id);
      await markNotWhole(this.#fileOf(id));
      await rm(summaryFile(folder, id), { force: true });
    }
    for (const id of own) await shared?.remove(id);
    for (const id of ids) await removeRun(folder, id);
    if (ids.length > 0) this.#changes.fire(ids[0] ?? '');
  }

  #fileOf(id: string): string {
    return eventsFile(this.#options.folder, id);
  }
}
