// Reports a running script to the client (MCP 2025-11-25, "Progress"): the script's tool calls, its own messages and
// the fraction that is done.
import { servedWords } from '../base/callStates.ts';
import type { RunObserver } from '../engine/index.ts';
import { plainText } from '../base/text/plainText.ts';
import type { ProgressReport } from './clientCall.ts';

/** Minimum time in milliseconds between two reports. A script may make a thousand calls per second. */
const leastMs = 100;

/** Creates an observer that reports to `send`. `now` returns the time in milliseconds. */
export function progressReporter(
  send: (report: ProgressReport) => void,
  now = () => performance.now(),
): RunObserver {
  let [started, ended, reports, lastAt] = [0, 0, 0, -Infinity];
  const report = (message: string, fraction?: number) => {
    if (now() - lastAt < leastMs) return;
    lastAt = now();
    reports += 1;
    send({
      progress: reports,
      ...(fraction !== undefined && fraction > 0 && { total: reports / fraction }),
      message: plainText(message),
    });
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
