// Reads option values. Each reader returns the value, or throws a `UsageError` that names the valid ones.
import { parseJson, type JsonValue } from '../base/json.ts';
import { nearestNames } from '../catalog/index.ts';
import {
  flowActions,
  flowPatternProblem,
  ruleActions,
  type FlowRule,
  type ApprovalRule,
} from '../engine/index.ts';
import { readStateUrl } from '../engine/stores/index.ts';
import { toolPattern } from '../base/globs/toolPattern.ts';
import { hourMs } from '../mcp/index.ts';
import { readRedactionRules, type RedactionRules } from '../journal/index.ts';
import { isLimit, limitBounds, type SandboxLimits } from '../sandbox/index.ts';
import { UsageError } from './exitCode.ts';
import type { ValueParser } from './usage/option.ts';

/** Reads `--arg`: `n=3` gives a number, `who=Ann` a string, `list=[1,2]` an array. */
export function argument(text: string): [string, JsonValue] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--arg takes key=value, not "${text}"`);
  const value = text.slice(at + 1);
  return [text.slice(0, at), parseJson(value) ?? value];
}

/** Reads `--upstream`. The command prints the URL, so a URL with a secret is refused. */
export function baseUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search + url.hash !== '')
    throw new UsageError('--upstream takes a base URL, e.g. https://api.openai.com/v1');
  if (url.username + url.password !== '')
    throw new UsageError('--upstream takes no password; clients send the key themselves');
  return text;
}

/**
 * Reads the URL of a Valkey or Redis server. `${NAME}` is a variable of the environment, so that a password need not
 * stand in the list of processes. A password in a variable of its own may have any character.
 */
export function stateUrl(text: string, name: string): string {
  const valueOf = (variable: string) => {
    const value = process.env[variable];
    if (value === undefined) throw new UsageError(`--${name}: the variable ${variable} is not set`);
    return value;
  };
  const url = text
    .replace(/(?<=:)\$\{(\w+)\}(?=@)/, (_written, variable: string) => encodeURIComponent(valueOf(variable)))
    .replace(/\$\{(\w+)\}/g, (_written, variable: string) => valueOf(variable));
  // The message does not repeat the URL, which may contain a password.
  if (!readStateUrl(url))
    throw new UsageError(`--${name} takes redis://[user:password@]host:port/db, or rediss:// for TLS`);
  return url;
}

/** Reads `id=value`. The value is always a string, even if it looks like JSON. */
export function input(text: string): [string, string] {
  const at = text.indexOf('=');
  // The message does not repeat the text, which may be a secret.
  if (at < 1) throw new UsageError('--input takes id=value');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Reads a rule such as `github.*=ask`; the glob may contain `=`. */
export function approvalRule(text: string): ApprovalRule {
  const at = text.lastIndexOf('=');
  const action = ruleActions.find((known) => known === text.slice(at + 1));
  if (at < 1 || !action) throw new UsageError(`--approve takes glob=${ruleActions.join('|')}, not "${text}"`);
  const pattern = text.slice(0, at);
  const { problem } = toolPattern(pattern);
  if (problem) throw new UsageError(`--approve: "${pattern}" is not a glob (${problem.reason})`);
  return { pattern, action, setting: '--approve' };
}

/** Reads a rule such as `mail.* -> web.*=ask`; the globs may contain `=`. */
export function flowRule(text: string): FlowRule {
  const at = text.lastIndexOf('=');
  const action = flowActions.find((known) => known === text.slice(at + 1));
  if (at < 1 || !action)
    throw new UsageError(`--data-flow takes "from -> to=${flowActions.join('|')}", not "${text}"`);
  const pattern = text.slice(0, at);
  const problem = flowPatternProblem(pattern);
  if (problem !== undefined) throw new UsageError(`--data-flow: "${pattern}" ${problem}`);
  return { pattern, action, setting: '--data-flow' };
}

export function redactionRules(rules: readonly string[]): RedactionRules {
  const read = readRedactionRules(rules, '--redact');
  if (read.problems.length > 0) throw new UsageError(read.problems.join('\n'));
  return read;
}

/** Returns the action of a command that has several, as in `code-mode runs list`. */
export function actionNamed<Action extends string>(
  command: string,
  given: string | undefined,
  actions: readonly Action[],
): Action {
  const found = actions.find((action) => action === given);
  if (found !== undefined) return found;
  const [nearest] = given === undefined ? [] : nearestNames(given, actions);
  const advice =
    nearest === undefined
      ? `it takes ${actions.join(', ')}`
      : `did you mean code-mode ${command} ${nearest}?`;
  throw new UsageError(
    `${command}${given === undefined ? '' : ` has no "${given}"`}: ${advice} (see code-mode help ${command})`,
  );
}

/** Returns the only word. `wrong` is the message for no word or several words; it shows the valid form. */
export function onlyWord(words: readonly string[], wrong: string): string {
  const [first, ...more] = words;
  if (first === undefined || more.length > 0) throw new UsageError(wrong);
  return first;
}

/** Reads limits such as `cpuMs=2000`, within the bounds of the setting with the same name. */
export function limits(texts: readonly string[]): Partial<SandboxLimits> {
  const entries = texts.map((text) => {
    const [name = '', number = ''] = text.split(/=(.*)/s);
    if (!isLimit(name))
      throw new UsageError(
        `--limit takes limit=number, not "${text}"; limits: ${Object.keys(limitBounds).join(', ')}`,
      );
    const { minimum, maximum } = limitBounds[name];
    return [name, wholeNumber(minimum, maximum)(number, `limit ${name}`)] as const;
  });
  return Object.fromEntries(entries);
}

export function wholeNumber(minimum: number, maximum: number): ValueParser<number> {
  return (text, name) => {
    const value = text.trim() === '' ? NaN : Number(text);
    if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
    throw new UsageError(`--${name} takes an integer from ${minimum} to ${maximum}, not "${text}"`);
  };
}

/** Reads the time limit of a script, which the engine bounds likewise. */
export const milliseconds = wholeNumber(1, 600_000);

/** Reads a number of hours and returns milliseconds. */
export function hours(text: string, name: string): number {
  const value = Number(text);
  if (!(value >= 0)) throw new UsageError(`--${name} takes hours, not "${text}"`);
  return value * hourMs;
}

export const longestWaitSeconds = 600;

/** Reads a number of seconds and returns milliseconds. */
export function wait(text: string, name: string): number {
  const value = Number(text);
  if (!(value >= 0 && value <= longestWaitSeconds))
    throw new UsageError(`--${name} takes up to ${longestWaitSeconds} seconds, not "${text}"`);
  return value * 1_000;
}

export function sessionName(text: string, name: string): string {
  if (text.length > 100) throw new UsageError(`--${name} takes a name of at most 100 characters`);
  return text;
}
