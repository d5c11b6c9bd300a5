// Reports a running script to the client (MCP 2025-11-25, "Progress"): the script's tool calls, its own messages and
// the fraction that is done.
import { servedWords } from '../base/callStates.ts';
import type { RunObserver } from '../engine/index.ts';
import { plainText } from '../base/text/plainText.ts';
import type { ProgressReport } from './clientCall.ts';

/** Minimum time in milliseconds between two reports. A script may make a thousand calls per second. */
const leastMs = 100;

/** Returns a function that sends a report whose `progress` grows each time. `fraction`: the part that is done. */
export function progressSender(
  send: (report: ProgressReport) => void,
): (message: string, fraction?: number) => void {
  let progress = 0;
  return (message, fraction) => {
    progress += 1;
    send({
      progress,
      ...(fraction !== undefined && fraction > 0 && { total: progress / fraction }),
      message,
    });
  };
}

/** Creates an observer that reports to `send`. `now` returns the time in milliseconds. */
export function progressReporter(
  send: (report: ProgressReport) => void,
  now = () => performance.now(),
): RunObserver {
  let [started, ended, lastAt] = [0, 0, -Infinity];
  const sendReport = progressSender(send);
  const report = (message: string, fraction?: number) => {
    if (now() - lastAt < leastMs) return;
    lastAt = now();
    sendReport(plainText(message), fraction);
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
