// Records runs as they happen, each in a folder of its own. A full disk, or a read-only or missing folder, does not
// affect the run: its recording stops, and the log says so once.
import {
  runTitle,
  titleFrom,
  type RunJournal,
  type RunRecorder,
  type RunStage,
  type RunStart,
} from '../../engine/index.ts';
import { SharedStateError } from '../../engine/stores/index.ts';
import type { Listeners } from '../../base/listeners.ts';
import { isMissing } from '../../base/files/writeFileAtomic.ts';
import { plainText } from '../../base/text/plainText.ts';
import { FileRecorder } from './fileRecorder.ts';
import { RecordedValues } from './recordedValues.ts';
import { redactAgain } from './redactAgain.ts';
import { RecordFile } from './recordFile.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { recordFormat, type EventOf } from './runEvent.ts';
import { eventsFile } from './runFolder.ts';
import { thisProcess } from './runLiveness.ts';
import { parentText, RunIds } from './runId.ts';
import type { RunSummary } from './runRecord.ts';
import type { RecordMode } from './runSettings.ts';
import type { RunTally } from './runTally.ts';
import type { SharedRuns } from './sharedRuns.ts';
import type { ValueFiles } from './valueFiles.ts';
import { errorCode, errorMessage } from '../../base/errorMessage.ts';

export interface FileJournalOptions {
  /** Asked for each run, so that a changed setting counts from the next run on. */
  readonly mode: () => RecordMode;
  readonly redactor: Redactor;
  /** Version of Code Mode. */
  readonly version: string;
  /** Holds the records of several machines in addition to the folder of this machine. The caller disposes of it. */
  readonly shared?: SharedRuns;
  readonly log: (line: string) => void;
}

interface FileJournalParts extends FileJournalOptions {
  readonly folder: string;
  readonly values: ValueFiles;
  readonly changes: Listeners<string>;
  /** Called when the last line of a run is on disk; never rejects. */
  readonly onEnded: (summary: RunSummary) => Promise<void>;
}

export class FileJournal implements RunJournal {
  readonly #parts: FileJournalParts;
  readonly #ids = new RunIds();
  /** Runs that are not yet completely on disk, by id. */
  readonly #open = new Map<
    string,
    { readonly file: RecordFile; readonly secretsKnown: number; ending?: Promise<void> }
  >();
  /** Reasons why recordings stopped; the log gets each reason once. */
  readonly #said = new Set<string>();

  constructor(parts: FileJournalParts) {
    this.#parts = parts;
  }

  begin(run: RunStart): RunRecorder | undefined {
    const { mode: currentMode, redactor, folder, values: files, changes, shared } = this.#parts;
    const mode = currentMode();
    if (mode === 'off') return undefined;
    const now = Date.now();
    const id = this.#ids.next(now);
    const values = new RecordedValues(id, files, redactor, mode);
    const file = new RecordFile({
      file: eventsFile(folder, id),
      redact: (lines) => redactor.lines(lines),
      mayBeRemoved: run.resumes === undefined,
      ...(shared && {
        mirror: {
          begin: () => shared.begin(id, run),
          append: (lines) => shared.write(id, lines),
          giveUp: () => shared.giveUp(id),
        },
      }),
      onWritten: () => changes.fire(id),
      onFailed: (error) => this.#sayOnce(error),
    });
    redactor.refresh();
    this.#open.set(id, { file, secretsKnown: redactor.secretsKnown });
    return new FileRecorder({
      id,
      begin: () => this.#beginning(run, id, now, mode, values),
      file,
      values,
      redactor,
      code: run.code,
      metadataOnly: mode === 'metadata',
      ...(run.resumes !== undefined && { resumes: run.resumes }),
      ...(shared && { saved: () => this.#saved(id, file) }),
      onEnded: (tally) => this.#end(id, run.session, tally, values),
    });
  }

  /** True if the run is in progress in this process. */
  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  /** Settles when all events so far are on disk. */
  async flushed(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ file, ending }) => ending ?? file.flushed()));
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.#open].map(async ([id, open]) => {
        if (open.ending) return open.ending;
        await open.file.close();
        await this.#hideLaterSecrets(id, open.secretsKnown);
      }),
    );
  }

  /** Returns a sentence if another machine cannot read the whole record of the run. */
  async #saved(id: string, file: RecordFile): Promise<string | undefined> {
    await this.#open.get(id)?.ending;
    const { failure } = file;
    if (!(failure instanceof SharedStateError)) return undefined;
    return `The record of this run is not whole, so that it cannot be resumed. ${failure.message}`;
  }

  #end(id: string, session: string, tally: RunTally, values: RecordedValues): void {
    const open = this.#open.get(id);
    if (!open) return;
    open.ending = open.file.close().then(async (isWhole) => {
      await this.#hideLaterSecrets(id, open.secretsKnown);
      await this.#parts.shared?.end(id, session).catch((error: unknown) => this.#sayOnce(error));
      const summary = isWhole ? tally.summary(open.file.bytes + values.bytes, 'interrupted') : undefined;
      if (summary) await this.#parts.onEnded(summary);
      this.#open.delete(id);
      this.#parts.changes.fire(id);
    });
  }

  /** Redacts the whole record again if a key or token became known after the run began. */
  async #hideLaterSecrets(id: string, secretsKnown: number): Promise<void> {
    const { redactor, values, folder, shared } = this.#parts;
    redactor.refresh();
    if (redactor.secretsKnown === secretsKnown) return;
    await redactAgain(folder, id, values, redactor, shared).catch((error: unknown) => {
      if (!isMissing(error)) this.#sayOnce(error);
    });
  }

  #beginning(
    run: RunStart,
    id: string,
    startedAt: number,
    mode: RecordMode,
    values: RecordedValues,
  ): EventOf<'begin'> {
    const { redactor, version } = this.#parts;
    const { origin, session, code, args, dryRun, debug, resumes, parent, stages } = run;
    const { pid, host, born } = thisProcess(startedAt);
    // `recordStart` fixes the position of `whole`, so it must be the second member.
    return {
      t: 'begin',
      whole: 1,
      format: recordFormat,
      id,
      door: origin.door,
      ...(origin.name !== undefined && { name: redactor.words(origin.name) }),
      title: titleOf(run, mode, redactor),
      codeHash: redactor.codeHash(code),
      session,
      ...(dryRun && { dryRun }),
      ...(debug && { debug }),
      ...(resumes !== undefined && { resumes }),
      ...(parent && { parent: parentText(parent) }),
      ...(stages && { stages: recordedStages(stages, mode, redactor) }),
      startedAt,
      version,
      pid,
      host,
      ...(born !== undefined && { born }),
      code: values.ofCode(code),
      ...(args !== undefined && { args: values.of(args) }),
    };
  }

  #sayOnce(error: unknown): void {
    const cause = errorCode(error) ?? String(error);
    if (this.#said.has(cause)) return;
    this.#said.add(cause);
    const why = plainText(errorMessage(error));
    this.#parts.log(`Runs are not recorded (${why}): they cannot be seen, replayed or resumed later.`);
  }
}

/** Returns the stages in the form in which they are recorded. */
export function recordedStages(
  stages: readonly RunStage[],
  mode: RecordMode,
  redactor: Redactor,
): readonly RunStage[] {
  return stages.map((stage) => ({ ...stage, text: mode === 'metadata' ? '' : redactor.words(stage.text) }));
}

function titleOf({ code, title: given }: RunStart, mode: RecordMode, redactor: Redactor): string {
  if (mode === 'metadata') return '';
  return given === undefined
    ? redactor.words(runTitle(redactor.code(code)))
    : titleFrom(given, (line) => redactor.words(line));
}
