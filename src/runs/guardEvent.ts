// A line of a record, read back: whoever can write into the folder, or gave us an exported run, may have written anything.
import { callStates, logLevels } from '../base/callStates.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import type { CallFailure, ToolErrorCode } from '../catalog/callFailure.ts';
import { decisionSources, runDoors, runStages, type RunStage } from '../engine/runJournal.ts';
import type { RunError } from '../engine/runOutcome.ts';
import { boundedLimits } from '../sandbox/host/limitBounds.ts';
import type { RunConditions, TickSpans } from '../sandbox/host/sandboxPort.ts';
import { isReadableValue } from './readableValue.ts';
import { recordFormat, runEndStates, type RecordedDecision, type RecordedValue, type RunEvent, type UndecidedCall } from './runEvent.ts';
import { isRunId } from './runId.ts';
import { readParent } from './runParent.ts';
import { isValueName } from './valueFiles.ts';

const mostStages = 100;
const targets = ['tool', 'feature', 'codemode'] as const;
const errorCode = /^[a-z_]{1,40}$/;
const catalogHash = /^[0-9a-f]{16}$/;
const zone = /^[A-Za-z+-][\w+:-]*(?:\/[\w+-]+)*$/;
const language = /^[A-Za-z0-9-]{1,100}$/;
/** Milliseconds that a date can be made of, with the longest run after it. */
const [latestStart, longestRun] = [8e15, 1e13] as const;

/** Undefined for what is no line of a record; members that are wrong are left out where the line can do without. */
export function guardEvent(value: unknown): RunEvent | undefined {
  if (!isJsonObject(value)) return undefined;
  const { t } = value;
  const at = upTo(value['at'], longestRun);
  if (t === 'begin') return begin(value);
  if (at === undefined || typeof t !== 'string') return undefined;
  return guards.get(t)?.(value, at);
}

type Guard = (line: JsonObject, at: number) => RunEvent | undefined;

const guards: ReadonlyMap<string, Guard> = new Map<string, Guard>([
  ['script', script],
  ['conditions', (line, at) => within(conditions(line['conditions']), (found) => ({ t: 'conditions', at, conditions: found }))],
  ['tick', (line, at) => within(tick(line['tick']), (found) => ({ t: 'tick', at, tick: found }))],
  ['call', call],
  [
    'decided',
    (line, at) => within(both(callOf(line), decision(line)), ([number, found]) => ({ t: 'decided', at, call: number, ...found })),
  ],
  ['sent', sent],
  ['answer', answer],
  ['progress', progress],
  ['log', log],
  ['display', (line, at) => within(recordedValue(line['block']), (block) => ({ t: 'display', at, block }))],
  [
    'forUser',
    (line, at) => within(both(string(line['path']), recordedValue(line['text'])), ([path, text]) => ({ t: 'forUser', at, path, text })),
  ],
  ['asks', (line, at) => ({ t: 'asks', at, ...optional('call', callOf(line)) })],
  ['asked', (line, at) => ({ t: 'asked', at, ...optional('call', callOf(line)) })],
  ['stages', (line, at) => within(stages(line['stages']), (found) => ({ t: 'stages', at, stages: found }))],
  ['end', end],
]);

export function recordedValue(value: unknown): RecordedValue | undefined {
  if (!isJsonObject(value)) return undefined;
  const { v, file, bytes } = value;
  const mark = value['redacted'] === true ? ({ redacted: true } as const) : {};
  if (v !== undefined) return isReadableValue(v) ? { v, ...mark } : undefined;
  const size = number(bytes);
  if (size === undefined) return undefined;
  if (file === undefined) return { bytes: size };
  return isValueName(file) ? { file, bytes: size, ...mark } : undefined;
}

/** A moment in milliseconds since 1970, of which a date can be made. */
export function isStartTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= latestStart;
}

function begin(line: JsonObject): RunEvent | undefined {
  const { format, id, dryRun, debug, resumes, parent } = line;
  const door = oneOf(runDoors, line['door']);
  const code = recordedValue(line['code']);
  const startedAt = line['startedAt'];
  const pid = number(line['pid']);
  if (format !== recordFormat || !isRunId(id) || !door || !code || !isStartTime(startedAt) || pid === undefined) return undefined;
  return {
    t: 'begin',
    format: recordFormat,
    id,
    door,
    code,
    startedAt,
    pid,
    ...(line['whole'] === 0 && { whole: 0 }),
    ...optional('name', string(line['name'])),
    ...optional('args', recordedValue(line['args'])),
    title: string(line['title']) ?? '',
    codeHash: string(line['codeHash']) ?? '',
    session: string(line['session']) ?? '',
    ...(dryRun === true && { dryRun }),
    ...(debug === true && { debug }),
    ...(isRunId(resumes) && { resumes }),
    ...(typeof parent === 'string' && readParent(parent) && { parent }),
    version: string(line['version']) ?? '',
    host: string(line['host']) ?? '',
    ...optional('stages', stages(line['stages'])),
    ...optional('born', string(line['born'])),
  };
}

function stages(value: JsonValue | undefined): readonly RunStage[] | undefined {
  if (!isJsonArray(value)) return undefined;
  return value.slice(0, mostStages).flatMap((stage) => (isJsonObject(stage) ? (stageOf(stage) ?? []) : []));
}

function stageOf(line: JsonObject): RunStage | undefined {
  const [stage, text, ms] = [oneOf(runStages, line['stage']), string(line['text']), number(line['ms'])];
  if (!stage || text === undefined || ms === undefined) return undefined;
  const count = (name: string) => number(line[name]) ?? 0;
  return { stage, text, ms, requests: count('requests'), sent: count('sent'), received: count('received') };
}

function script(line: JsonObject, at: number): RunEvent | undefined {
  const names = recordedValue(line['names']);
  const { limits: given, results } = line;
  const limits = isJsonObject(given) && boundedLimits((name) => given[name]);
  if (!names || !limits) return undefined;
  const kept = isJsonObject(results) ? Object.entries(results).flatMap(([handle, value]) => named(handle, recordedValue(value))) : [];
  const typeCheck = string(line['typeCheck']) ?? 'off';
  const { catalog } = line;
  const hash = typeof catalog === 'string' && catalogHash.test(catalog) ? { catalog } : {};
  return { t: 'script', at, names, limits, typeCheck, ...hash, ...(kept.length > 0 && { results: Object.fromEntries(kept) }) };
}

function call(line: JsonObject, at: number): RunEvent | undefined {
  const [number, target, name] = [callOf(line), oneOf(targets, line['target']), string(line['name'])];
  const server = string(line['server']);
  if (number === undefined || !target || name === undefined || (target !== 'codemode' && server === undefined)) return undefined;
  const raw = line['form'] === 'raw' ? ({ form: 'raw' } as const) : {};
  return {
    t: 'call',
    at,
    call: number,
    target,
    name,
    ...optional('server', server),
    ...raw,
    ...optional('input', recordedValue(line['input'])),
  };
}

function sent(line: JsonObject, at: number): RunEvent | undefined {
  return within(callOf(line), (number) => ({ t: 'sent', at, call: number, ...optional('decided', decision(line['decided'])) }));
}

function answer(line: JsonObject, at: number): RunEvent | undefined {
  const number = callOf(line);
  if (number === undefined) return undefined;
  const found = { t: 'answer', at, call: number, ...optional('state', oneOf(callStates, line['state'])) } as const;
  const { error } = line;
  if (error === undefined) return { ...found, ...optional('output', recordedValue(line['output'])) };
  if (!isJsonObject(error)) return undefined;
  const [code, message, failure] = [codeOf(error), string(error['message']), recordedValue(error['failure'])];
  if (code === undefined || message === undefined || !failure) return undefined;
  return { ...found, error: { code: code as ToolErrorCode, message, failure } }; // codes of other versions are shown as they are
}

function progress(line: JsonObject, at: number): RunEvent | undefined {
  const message = string(line['message']);
  if (message === undefined) return undefined;
  return { t: 'progress', at, message, ...optional('call', callOf(line)), ...optional('fraction', number(line['fraction'])) };
}

function log(line: JsonObject, at: number): RunEvent | undefined {
  const [level, ms, text] = [oneOf(logLevels, line['level']), number(line['ms']), recordedValue(line['text'])];
  return level && ms !== undefined && text ? { t: 'log', at, level, ms, text, ...optional('line', ordinal(line['line'])) } : undefined;
}

function end(line: JsonObject, at: number): RunEvent | undefined {
  const state = oneOf(runEndStates, line['state']);
  if (!state) return undefined;
  const { tokens, notes, calls } = line;
  const [code, result] = isJsonObject(tokens) ? [number(tokens['code']), number(tokens['result'])] : [];
  return {
    t: 'end',
    at,
    state,
    ...optional('value', recordedValue(line['value'])),
    ...optional('errors', errors(line['errors'])),
    ...optional('warnings', errors(line['warnings'])),
    ...(Array.isArray(calls) && { calls: calls.flatMap((call: unknown) => undecidedCall(call) ?? []) }),
    ...(Array.isArray(notes) && { notes: notes.filter((note: unknown) => typeof note === 'string') }),
    ...(code !== undefined && result !== undefined && { tokens: { code, result } }),
  };
}

function undecidedCall(value: unknown): UndecidedCall | undefined {
  if (!isJsonObject(value)) return undefined;
  const { writes } = value;
  const [call, path] = [number(value['call']), string(value['path'])];
  if (call === undefined || path === undefined || typeof writes !== 'boolean') return undefined;
  return { call, path, writes, ...undeclared(value), ...optional('waitedMs', number(value['waitedMs'])) };
}

function decision(line: unknown): RecordedDecision | undefined {
  if (!isJsonObject(line)) return undefined;
  const { allowed, writes } = line;
  const [path, by] = [string(line['path']), oneOf(decisionSources, line['by'])];
  if (path === undefined || !by || typeof allowed !== 'boolean' || typeof writes !== 'boolean') return undefined;
  return { path, writes, ...undeclared(line), allowed, by, ...optional('detail', string(line['detail'])) };
}

function undeclared({ isUndeclared }: JsonObject): { readonly isUndeclared?: true } {
  return isUndeclared === true ? { isUndeclared } : {};
}

function conditions(value: unknown): RunConditions | undefined {
  if (!isJsonObject(value)) return undefined;
  const { startedAt, seed, timeZone, locale } = value;
  if (!isStartTime(startedAt) || typeof seed !== 'string' || !/^[0-9a-f]{64}$/.test(seed)) return undefined;
  if (typeof timeZone !== 'string' || typeof locale !== 'string' || timeZone.length > 100) return undefined;
  // A process gets them as variables.
  return zone.test(timeZone) && language.test(locale) ? { startedAt, seed, timeZone, locale } : undefined;
}

function tick(value: JsonValue | undefined): TickSpans | undefined {
  if (!isJsonArray(value)) return undefined;
  const [elapsed, ...begunBy] = value;
  const start = number(elapsed);
  const guarded = begunBy.map((part) => number(part) ?? span(part)).filter((part) => part !== undefined);
  return start !== undefined && guarded.length === begunBy.length ? [start, ...guarded] : undefined;
}

function span(value: JsonValue | undefined): readonly [first: number, last: number] | undefined {
  if (!isJsonArray(value) || value.length !== 2) return undefined;
  const [first, last] = value.map(ordinal);
  return first !== undefined && last !== undefined && first < last ? [first, last] : undefined;
}

function errors(value: unknown): readonly RunError[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((error: unknown) => {
    if (!isJsonObject(error)) return [];
    const [code, message] = [codeOf(error), string(error['message'])];
    const position = positionOf(error['position']);
    if (code === undefined || message === undefined) return [];
    const found = { code, message, ...optional('position', position), ...optional('sourceLine', string(error['sourceLine'])) };
    const of = { ...optional('hint', string(error['hint'])), ...optional('toolError', toolError(error['toolError'])) };
    return [{ ...found, ...of } as RunError]; // codes of other versions are shown as they are
  });
}

/** The call that a run was refused with. What it answered has a line of its own. */
function toolError(value: unknown): CallFailure | undefined {
  if (!isJsonObject(value)) return undefined;
  const [code, message, server, tool] = [codeOf(value), string(value['message']), string(value['server']), string(value['tool'])];
  if (code === undefined || message === undefined || server === undefined || tool === undefined) return undefined;
  const failure = { code: code as ToolErrorCode, server, tool, message }; // codes of other versions are shown as they are
  return { ...failure, ...optional('hint', string(value['hint'])), retryable: value['retryable'] === true, content: [] };
}

function positionOf(value: unknown): { readonly line: number; readonly column: number } | undefined {
  if (!isJsonObject(value)) return undefined;
  const [line, column] = [number(value['line']), number(value['column'])];
  return line !== undefined && column !== undefined ? { line, column } : undefined;
}

function codeOf(error: JsonObject): string | undefined {
  const code = string(error['code']);
  return code !== undefined && errorCode.test(code) ? code : undefined;
}

/** The number of a call. */
function callOf({ call }: JsonObject): number | undefined {
  return ordinal(call);
}

function number(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** As calls and lines are numbered. */
function ordinal(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function upTo(value: JsonValue | undefined, most: number): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= most ? value : undefined;
}

function string(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function oneOf<Name extends string>(names: readonly Name[], value: unknown): Name | undefined {
  return names.find((name) => name === value);
}

/** With `exactOptionalPropertyTypes`, what is undefined must not be there. */
function optional<Name extends string, Value>(name: Name, value: Value | undefined): { readonly [Key in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value };
}

function named<Value>(name: string, value: Value | undefined): readonly (readonly [string, Value])[] {
  return value === undefined ? [] : [[name, value]];
}

function within<Found>(found: Found | undefined, event: (found: Found) => RunEvent): RunEvent | undefined {
  return found === undefined ? undefined : event(found);
}

function both<First, Second>(first: First | undefined, second: Second | undefined): readonly [First, Second] | undefined {
  return first === undefined || second === undefined ? undefined : [first, second];
}
