// Records runs in files of a folder, as they happen. A disk that is full, a folder that is read-only or gone, cost a run nothing: its recording
// stops, which the log says once.
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { RunJournal, RunRecorder, RunStage, RunStart } from '../engine/runJournal.ts';
import { isMissing } from '../storage/writeFileAtomic.ts';
import { plainText } from '../base/text/plainText.ts';
import { FileRecorder, type RunCounts } from './fileRecorder.ts';
import { RecordedValues, type ValueFiles } from './recordedValues.ts';
import { redactAgain } from './redactAgain.ts';
import { RecordFile, type RecordLine } from './recordFile.ts';
import type { Redactor } from './redaction/redactor.ts';
import type { RunChanges } from './runChanges.ts';
import { recordFormat } from './runEvent.ts';
import { birthOf } from './runLiveness.ts';
import { RunIds } from './runId.ts';
import { indexEntry, type IndexEntry } from './runIndex.ts';
import type { RecordMode } from './runSettings.ts';
import { parentText } from './runParent.ts';
import { givenTitle, runTitle } from './runTitle.ts';
import { errorMessage } from '../base/errorMessage.ts';

export interface FileJournalOptions {
  /** Asked at each run, so that a changed setting counts from the next run on. */
  readonly mode: () => RecordMode;
  readonly redactor: Redactor;
  /** Of Code Mode. */
  readonly version: string;
  /** Takes one line. */
  readonly log: (line: string) => void;
}

interface FileJournalParts extends FileJournalOptions {
  readonly folder: string;
  readonly values: ValueFiles;
  readonly changes: RunChanges;
  /** Called when the last line of a run is on disk, with the run's line for the list where it is known without reading the record; never rejects. */
  readonly onEnded: (id: string, entry: IndexEntry | undefined) => Promise<void>;
}

/** What `#firstLine` is made of. `words` are made when they are first asked for, since the script waits for the beginning. */
interface Beginning {
  readonly id: string;
  readonly startedAt: number;
  readonly words: () => { readonly title: string; readonly name?: string };
  readonly values: RecordedValues;
  readonly stages: () => readonly RunStage[] | undefined;
}

export class FileJournal implements RunJournal {
  readonly #parts: FileJournalParts;
  readonly #ids = new RunIds();
  /** Of runs that are not yet wholly on disk. */
  readonly #open = new Map<string, { readonly file: RecordFile; readonly secretsKnown: number; ending?: Promise<void> }>();
  /** Why recordings stopped, each said once. */
  readonly #said = new Set<string>();

  constructor(parts: FileJournalParts) {
    this.#parts = parts;
  }

  begin(run: RunStart): RunRecorder | undefined {
    const { mode: currentMode, redactor, folder, values: files, changes } = this.#parts;
    const mode = currentMode();
    if (mode === 'off') return undefined;
    const now = Date.now();
    const id = this.#ids.next(now);
    const values = new RecordedValues(files, redactor, mode);
    let made: ReturnType<Beginning['words']> | undefined;
    const stages = () => run.stages && recordedStages(run.stages, mode, redactor);
    const beginning: Beginning = { id, startedAt: now, words: () => (made ??= wordsOf(run, mode, redactor)), values, stages };
    const file = new RecordFile({
      file: join(folder, `${id}.jsonl`),
      redact: (lines) => redactor.lines(lines),
      mayBeRemoved: run.resumes === undefined,
      onWritten: () => changes.changed(id),
      onFailed: (error) => this.#sayOnce(error),
    });
    redactor.refresh();
    this.#open.set(id, { file, secretsKnown: redactor.secretsKnown });
    file.add(() => this.#firstLine(run, beginning));
    return new FileRecorder({
      id,
      file,
      values,
      redactor,
      code: run.code,
      startedAt: performance.now(),
      metadataOnly: mode === 'metadata',
      ...(run.resumes !== undefined && { resumes: run.resumes }),
      onEnded: (counts) => this.#end(run, beginning, counts),
    });
  }

  /** Whether the run is on in this process. */
  isOpen(id: string): boolean {
    return this.#open.has(id);
  }

  /** Settles when all that happened so far is on disk. */
  async flushed(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ file, ending }) => ending ?? file.flushed()));
  }

  /** Settles when all is on disk. Of runs that are still on, nothing more is recorded. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.#open].map(async ([id, open]) => {
        if (open.ending) return open.ending;
        await open.file.close();
        await this.#hideLaterSecrets(id, open.secretsKnown);
      }),
    );
  }

  #end(run: RunStart, beginning: Beginning, counts: RunCounts): void {
    const { id } = beginning;
    const open = this.#open.get(id);
    if (!open) return;
    const { onEnded } = this.#parts;
    open.ending = open.file.close().then(async (isWhole) => {
      const isAsWritten = await this.#hideLaterSecrets(id, open.secretsKnown);
      const entry = isAsWritten ? entryOf(run, beginning, counts, open.file.bytes) : undefined;
      if (isWhole) await onEnded(id, entry);
      this.#open.delete(id);
      this.#parts.changes.changed(id);
    });
  }

  /** True if no key became known since; else all that was written is gone through again. */
  async #hideLaterSecrets(id: string, secretsKnown: number): Promise<boolean> {
    const { redactor, values, folder } = this.#parts;
    redactor.refresh();
    if (redactor.secretsKnown === secretsKnown) return true;
    await redactAgain(join(folder, `${id}.jsonl`), values, redactor).catch((error: unknown) => {
      if (!isMissing(error)) this.#sayOnce(error);
    });
    return false;
  }

  async #firstLine(
    { origin, session, code, args, dryRun, debug, resumes, parent }: RunStart,
    { id, startedAt, words, values, stages: stagesOf }: Beginning,
  ): Promise<string> {
    const json = async (line: RecordLine) => (typeof line === 'string' ? line : line());
    const { redactor } = this.#parts;
    const stages = stagesOf();
    const head = JSON.stringify({
      t: 'begin',
      whole: 1,
      format: recordFormat,
      id,
      door: origin.door,
      ...words(),
      codeHash: redactor.codeHash(code),
      session,
      ...(dryRun && { dryRun }),
      ...(debug && { debug }),
      ...(resumes !== undefined && { resumes }),
      ...(parent && { parent: parentText(parent) }),
      ...(stages && { stages }),
      startedAt,
      version: this.#parts.version,
      pid: process.pid,
      host: hostname(),
      born: birthOf(process.pid),
    });
    const given = args === undefined ? '' : `,"args":${await json(values.json(args))}`;
    return `${head.slice(0, -1)},"code":${await json(values.code(code))}${given}}`;
  }

  #sayOnce(error: unknown): void {
    const cause = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (this.#said.has(cause)) return;
    this.#said.add(cause);
    const why = plainText(errorMessage(error));
    this.#parts.log(`Runs are not recorded (${why}): they cannot be seen, replayed or resumed later.`);
  }
}

/** As they are written down. */
export function recordedStages(stages: readonly RunStage[], mode: RecordMode, redactor: Redactor): readonly RunStage[] {
  return stages.map((stage) => ({ ...stage, text: mode === 'metadata' ? '' : redactor.words(stage.text) }));
}

function wordsOf({ code, title: given, origin: { name } }: RunStart, mode: RecordMode, redactor: Redactor): ReturnType<Beginning['words']> {
  const title = mode === 'metadata' ? '' : redactor.words(given === undefined ? runTitle(redactor.code(code)) : givenTitle(given));
  return { ...(name !== undefined && { name: redactor.words(name) }), title };
}

function entryOf(
  { origin, dryRun, debug, resumes, parent }: RunStart,
  { id, startedAt, words, values }: Beginning,
  counts: RunCounts,
  bytes: number,
): IndexEntry {
  const { door } = origin;
  const began = {
    id,
    door,
    ...words(),
    startedAt,
    dryRun,
    ...(debug && { debug }),
    ...(resumes !== undefined && { resumes }),
    ...(parent && { parent }),
  };
  return indexEntry({ ...began, ...counts, bytes }, values.files);
}
