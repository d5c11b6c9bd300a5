// Collects the events of a run besides its result, and passes them to the front door as they happen. Texts for the user
// are bounded, since a script may report progress all the time and a tool may address the user in every answer.
import type { ContentBlock } from '../base/contentBlock.ts';
import type { PreparedScript } from '../checker/index.ts';
import type { LogEntry, SandboxHandlers } from '../sandbox/index.ts';
import { shownLine } from '../base/text/plainText.ts';
import { bothObservers, type RunObserver } from './runObserver.ts';
import type { RunRecorder } from './runJournal.ts';
import type { RunOutcome, RunProgress } from './runOutcome.ts';

/** Maximum number of progress reports; the newest are kept. Of texts for the user, the first are kept. */
const MOST_PROGRESS = 100;
const LONGEST_PROGRESS = 500;
const MOST_FOR_USER = 50;

export class RunTranscript {
  /** The front door's, each event kept on the way. */
  readonly observer: Required<RunObserver>;
  readonly #logs: LogEntry[] = [];
  readonly #displays: ContentBlock[] = [];
  readonly #progress: RunProgress[] = [];
  readonly #forUser: string[] = [];
  #leftOut = 0;

  /** `recorder` receives the same events, except calls and their progress. */
  constructor(observer: RunObserver = {}, recorder?: RunRecorder) {
    const own: RunObserver = {
      onLog: (entry) => {
        this.#logs.push(entry);
        recorder?.log(entry);
      },
      onDisplay: (block) => {
        this.#displays.push(block);
        recorder?.display(block);
      },
      onProgress: (message, fraction, sequence) => {
        this.#progress.push({
          message: shownLine(message, LONGEST_PROGRESS),
          ...(fraction !== undefined && { fraction }),
        });
        if (this.#progress.length > MOST_PROGRESS) this.#progress.shift();
        if (sequence === undefined) recorder?.progress(message, fraction, undefined);
      },
      onForUser: (path, text) => {
        if (this.#forUser.length < MOST_FOR_USER) this.#forUser.push(`${path}: ${text}`);
        else this.#leftOut += 1;
        recorder?.forUser(path, text);
      },
    };
    this.observer = bothObservers(own, observer);
  }

  /** Returns the handlers of the sandbox. Console lines refer to lines of the author's script, as errors do. */
  handlers(script: Pick<PreparedScript, 'toSource'>): Pick<SandboxHandlers, 'log' | 'display' | 'progress'> {
    const { onLog, onDisplay, onProgress } = this.observer;
    return {
      log: (entry, position) => onLog(position ? { ...entry, line: script.toSource(position).line } : entry),
      display: onDisplay,
      progress: (message, fraction) => onProgress(message, fraction, undefined),
    };
  }

  /** Returns all events so far. */
  all(): Pick<RunOutcome, 'logs' | 'forUser' | 'progress' | 'displays'> {
    const more = this.#leftOut > 0 ? [`… and ${this.#leftOut} more texts.`] : [];
    return {
      logs: this.#logs,
      forUser: [...this.#forUser, ...more],
      progress: [...this.#progress],
      displays: this.#displays,
    };
  }
}
