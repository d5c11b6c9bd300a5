// Tells the client what a script is doing while it runs (MCP 2025-11-25, "Progress"): its calls, its own messages, how far it is.
import type { RunObserver } from '../engine/executeRequest.ts';
import { servedWords } from '../engine/runOutcome.ts';
import { plainText } from '../base/text/plainText.ts';
import type { ProgressReport } from './clientCall.ts';

/** Between two reports: a script may make a thousand calls a second. */
const leastMs = 100;

/** `now` in milliseconds. */
export function progressReporter(send: (report: ProgressReport) => void, now = () => performance.now()): RunObserver {
  let [started, ended, reports, lastAt] = [0, 0, 0, -Infinity];
  const report = (message: string, fraction?: number) => {
    if (now() - lastAt < leastMs) return;
    lastAt = now();
    reports += 1;
    send({ progress: reports, ...(fraction !== undefined && fraction > 0 && { total: reports / fraction }), message: plainText(message) });
  };
  return {
    onCallStarted: ({ path }) => {
      started += 1;
      report(`${path} (${ended} of ${started} calls done)`);
    },
    onCallEnded: ({ path, served }) => {
      ended += 1;
      report(`${path}${served ? ` ${servedWords}` : ''} (${ended} of ${started} calls done)`);
    },
    onProgress: report,
  };
}
