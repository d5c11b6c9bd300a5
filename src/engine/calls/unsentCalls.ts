// The calls that a dry run does not send: those that can write, and those whose arguments need the result of one. The script goes on with
// placeholders (`sandbox/guest/dryRunResult`); in arguments they are marks, which are known again here.
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import type { CallReply } from '../../sandbox/host/sandboxPort.ts';
import { advice } from '../formatting/advice.ts';
import type { CallRecord } from '../runOutcome.ts';
import type { RunRecorder } from '../runJournal.ts';
import { failedReply, type FailedNames, type CallStep, type ReadyCall, type RuledCall } from './callStep.ts';

/** Also where the script encoded it for an address (its parenthesis once or several times, `%2528`), or changed its case. */
const mark = /(?:\(|%(?:25)*28)dry-run-(\d{1,9})(?!\d)/gi;

interface DryRunCall {
  readonly path: string;
  /** The call that can write and that its result depends on: itself, where it can. */
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

  /** Stops a call that can write. The calls of a saved script are stopped one by one. */
  readonly stopWrites: CallStep<ReadyCall> = (call, next) =>
    call.kind === 'tool' && !call.tool.readOnly && !call.tool.script ? this.#stop(call, undefined) : next(call);

  /** The first call whose result `input` has in it; undefined for one that can be sent. Linear in the input. */
  neededBy(input: JsonValue | undefined): DryRunCall | undefined {
    if (this.#calls.size === 0 || input === undefined) return undefined;
    if (typeof input === 'string') return this.#inText(input);
    if (Array.isArray(input)) return firstOf(input, (item: JsonValue) => this.neededBy(item));
    if (!isJsonObject(input)) return undefined;
    return firstOf(Object.entries(input), ([key, value]) => this.#inText(key) ?? this.neededBy(value));
  }

  /** The answer to a call that is not sent, which the script meets where it needs the result; `needs`: what its arguments need. */
  answer(call: FailedNames & { readonly sequence: number }, path: string, needs: DryRunCall | undefined): CallReply {
    const write = needs?.write ?? path;
    this.#calls.set(call.sequence, { path, write });
    const what = write === path ? path : `${path}, which needs that of ${write}`;
    return failedReply(call, 'dry_run', `This needs the result of ${what}, which a dry run does not send.`, advice.endOfDryRun.model);
  }

  #stop({ sequence, called, names }: RuledCall, needs: DryRunCall | undefined): Promise<CallReply> {
    this.#recorder?.decided(sequence, called, { allowed: false, by: 'dryRun' });
    return Promise.resolve(this.answer({ ...names, sequence }, called.path, needs));
  }

  #inText(text: string): DryRunCall | undefined {
    return firstOf(text.matchAll(mark), ([, sequence]) => this.#calls.get(Number(sequence)));
  }
}

/** A call that was not sent, with the lines that name its tool. */
export function withLines(call: CallRecord, mentions: ReadonlyMap<string, readonly { readonly line: number }[]>): CallRecord {
  if (call.state !== 'dry_run') return call;
  const lines = new Set((mentions.get(call.path) ?? []).map(({ line }) => line));
  return { ...call, lines: [...lines].sort((a, b) => a - b) };
}

function firstOf<Item, Found>(items: Iterable<Item>, find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
