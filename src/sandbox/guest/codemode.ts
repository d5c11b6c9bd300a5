// The global `codemode`: the functions of Code Mode that a script can use besides tools.
import { displayLimit, maxMessageLength } from '../protocol/bounds.ts';
import { readDisplayBlock } from '../protocol/displayBlock.ts';
import { valueFollows, type RunCourse, type RunLimits } from '../protocol/messages.ts';
import type { Calls } from './calls.ts';
import type { HostChannel } from './hostChannel.ts';
import type { ToolNames } from './tools.ts';

/** The data that arrives with the script. */
export interface RunData {
  readonly limits: RunLimits;
  readonly names: ToolNames;
  readonly args: unknown;
  readonly results: unknown;
  readonly course: RunCourse;
}

interface CodemodeOptions {
  readonly calls: Calls;
  readonly channel: HostChannel;
  readonly byteLength: (text: string) => number;
  /** Returns the data of the run. Throws before the script has arrived. */
  readonly data: () => RunData;
}

export function makeCodemode({ calls, channel, byteLength, data }: CodemodeOptions): object {
  return harden({
    search: calls.codemodeFunction('search', 2),
    describe: calls.codemodeFunction('describe', 2),
    store: {
      get: calls.codemodeFunction('store.get', 1),
      set: calls.codemodeFunction('store.set', 2),
      delete: calls.codemodeFunction('store.delete', 1),
      keys: calls.codemodeFunction('store.keys', 0),
    },
    display: (given: unknown) => {
      const block = typeof given === 'string' ? { type: 'text', text: given } : readDisplayBlock(given);
      if (block === undefined) {
        throw new TypeError(
          'codemode.display takes a string or content block: { type: "text", text }, { type: "image" | "audio", data, mimeType } with base64 data, ' +
            '{ type: "resource", resource: { uri, text | blob } } or { type: "resource_link", uri, name }',
        );
      }
      const text = JSON.stringify(block);
      const limit = displayLimit(data().limits);
      if (byteLength(text) > limit) {
        throw new RangeError(
          `The block exceeds a run's ${limit.toLocaleString('en-US')} bytes of displays (8 times codeMode.limits.resultBytes)`,
        );
      }
      channel.post(['display', valueFollows], text);
    },
    progress: (message: unknown, fraction?: unknown) => {
      const text = String(message).slice(0, maxMessageLength);
      const isKnown = typeof fraction === 'number' && Number.isFinite(fraction);
      channel.post(['progress', text, isKnown ? fraction : null]);
    },
    get args() {
      return data().args;
    },
    get results() {
      return data().results;
    },
  });
}
