// Handles the calls that a dry run does not send: calls that can write, and calls whose arguments need the result of
// such a call. The script continues with placeholders (`sandbox/guest/dryRunResult`); in arguments the placeholders
// appear as marks, which this module recognizes.
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import type { CallReply } from '../../sandbox/index.ts';
import { advice } from '../formatting/index.ts';
import type { CallRecord } from '../runOutcome.ts';
import type { RunRecorder } from '../runJournal.ts';
import { failedReply, type FailedNames, type CallStep, type ReadyCall, type RuledCall } from './callStep.ts';

/** Matches the mark of a placeholder in any case, also with a parenthesis URL-encoded several times (`%2528`). */
const mark = /(?:\(|%(?:25)*28)dry-run-(\d{1,9})(?!\d)/gi;

interface DryRunCall {
  readonly path: string;
  /** Path of the call that can write and on which the result depends; the same path if this call can write itself. */
  readonly write: string;
}

export class UnsentCalls {
  readonly #calls = new Map<number, DryRunCall>();
  readonly #recorder: RunRecorder | undefined;

  constructor(recorder?: RunRecorder) {
    this.#recorder = recorder;
  }

  /** Stops a call whose input needs the result of a call that was not sent. */
  readonly stopDependent: CallStep<RuledCall> = (call, next) => {
    const needs = this.neededBy(call.passed);
    return needs ? this.#stop(call, needs) : next(call);
  };

  /** Stops a call that can write. A saved script runs, and its own calls are stopped one by one. */
  readonly stopWrites: CallStep<ReadyCall> = (call, next) =>
    call.kind === 'tool' && !call.tool.readOnly && !call.tool.script
      ? this.#stop(call, undefined)
      : next(call);

  /** Returns the first unsent call whose result `input` contains, if any. The time is linear in its size. */
  neededBy(input: JsonValue | undefined): DryRunCall | undefined {
    if (this.#calls.size === 0 || input === undefined) return undefined;
    if (typeof input === 'string') return this.#inText(input);
    if (Array.isArray(input)) return firstOf(input, (item: JsonValue) => this.neededBy(item));
    if (!isJsonObject(input)) return undefined;
    return firstOf(Object.entries(input), ([key, value]) => this.#inText(key) ?? this.neededBy(value));
  }

  /**
   * Returns the reply to a call that is not sent. The script fails with this reply where it needs the result. `needs`
   * is the unsent call whose result the arguments need.
   */
  answer(
    call: FailedNames & { readonly sequence: number },
    path: string,
    needs: DryRunCall | undefined,
  ): CallReply {
    const write = needs?.write ?? path;
    this.#calls.set(call.sequence, { path, write });
    const what = write === path ? path : `${path}, which needs that of ${write}`;
    return failedReply(
      call,
      'dry_run',
      `This needs the result of ${what}, which a dry run does not send.`,
      advice.endOfDryRun.model,
    );
  }

  #stop({ sequence, called, names }: RuledCall, needs: DryRunCall | undefined): Promise<CallReply> {
    this.#recorder?.decided(sequence, called, { allowed: false, by: 'dryRun' });
    return Promise.resolve(this.answer({ ...names, sequence }, called.path, needs));
  }

  #inText(text: string): DryRunCall | undefined {
    return firstOf(text.matchAll(mark), ([, sequence]) => this.#calls.get(Number(sequence)));
  }
}

/** Adds to a call that was not sent the lines that name its tool. */
export function withLines(
  call: CallRecord,
  mentions: ReadonlyMap<string, readonly { readonly line: number }[]>,
): CallRecord {
  if (call.state !== 'dry_run') return call;
  const lines = new Set((mentions.get(call.path) ?? []).map(({ line }) => line));
  return { ...call, lines: [...lines].sort((a, b) => a - b) };
}

function firstOf<Item, Found>(
  items: Iterable<Item>,
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
