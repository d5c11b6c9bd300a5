// Repeats requests to a model after temporary failures. The delay is the one that the server demands; otherwise it
// doubles each time. VS Code reveals little about a failure: sometimes a name, otherwise the text of the model's server
// or extension.
import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '../../base/errorMessage.ts';

interface RetryOptions {
  /** Returns false if the work must not be repeated, whatever its error. */
  readonly mayRepeat: () => boolean;
  /** Rejects if `signal` is aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Returns a number from 0 to 1, which varies the delays so that many clients do not return at once. */
  readonly random?: () => number;
  /** Called before each delay. */
  readonly onRetry: (error: unknown, ms: number) => void;
}

const mostAttempts = 4;
const firstWaitMs = 1_000;
/** Maximum delay in milliseconds. If a server demands more, the work fails with its error, which has the delay. */
const longestWaitMs = 60_000;

/** Rejects with the error of the last attempt, or if `signal` is aborted. */
export async function withRetries<T>(
  work: () => Promise<T>,
  { mayRepeat, wait, random = Math.random, onRetry }: RetryOptions,
  signal: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isLast = signal.aborted || attempt === mostAttempts || !mayRepeat();
      const failure = isLast ? undefined : passingFailure(error);
      const ms = failure?.retryAfterMs ?? firstWaitMs * 2 ** (attempt - 1) * (1 + random() / 2);
      if (!failure || ms > longestWaitMs) throw error;
      onRetry(error, ms);
      await (wait ? wait(ms, signal) : delay(ms, undefined, { signal }));
    }
  }
}

/** Returns a line for people and logs. The line is not escaped. */
export function retryText(model: string, error: unknown, ms: number): string {
  return `${model} is asked again in ${Math.ceil(ms / 1_000)} s: ${errorMessage(error)}`;
}

interface PassingFailure {
  /** Time in milliseconds after which the server accepts requests again; undefined if the server does not say. */
  readonly retryAfterMs?: number;
}

/** Maximum length of the error text that is examined, in characters. */
const mostRead = 10_000;
const mostCauses = 4;

/** Names of errors in Copilot Chat. */
const passingNames = ['ChatRateLimited', 'ChatQuotaExceeded'];
/** Matches 408, 425, 429 and 5xx next to a word that marks the number as a status. */
const passingStatus =
  /\b(?:status(?: code)?|code|failed|http(?:\/\d(?:\.\d)?)?|error|server)\W{1,3}(?:408|425|429|5\d\d)\b/i;
const passingWords =
  /rate[ _-]?limit|too[ _-]many[ _-]requests|overloaded|quota|at capacity|temporarily|service[ _-]unavailable|bad gateway|gateway time-?out|timed out|ECONNRESET|ECONNREFUSED|ETIMEDOUT|EPIPE|EAI_AGAIN|socket hang up|fetch failed|net::ERR_/i;
/** Words of failures that only a person can resolve. */
const lasting = /insufficient_quota|billing|payment/i;

const units: Readonly<Record<string, number>> = {
  ms: 1,
  milliseconds: 1,
  s: 1_000,
  second: 1_000,
  m: 60_000,
  minute: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
};
const namedWait =
  /(?:retry[-_ ]?after|(?:try again|retry|wait) (?:in|after|for)|please wait)(_ms|-ms)?["']?\s{0,3}[:=]?\s{0,3}["']?(\d{1,7}(?:\.\d{1,6})?)(?!\d)\s{0,2}(ms|milliseconds|seconds?|minutes?|hours?|[smh])?(?![a-z])/i;

/** Returns undefined if the failure would occur again. */
export function passingFailure(error: unknown): PassingFailure | undefined {
  const { names, text } = read(error);
  if (lasting.test(text)) return undefined;
  if (
    !names.some((name) => passingNames.includes(name)) &&
    !passingStatus.test(text) &&
    !passingWords.test(text)
  )
    return undefined;
  const [, inMs, count, unit = inMs ? 'ms' : 's'] = namedWait.exec(text) ?? [];
  if (count === undefined) return {};
  const named = unit.toLowerCase();
  return {
    retryAfterMs: Math.ceil(Number(count) * (units[named] ?? units[named.replace(/s$/, '')] ?? 1_000)),
  };
}

function read(error: unknown): { readonly names: readonly string[]; readonly text: string } {
  const names: string[] = [];
  const texts: string[] = [];
  let next = error;
  for (let depth = 0; depth < mostCauses && next !== undefined && next !== null; depth += 1) {
    if (typeof next !== 'object') {
      if (typeof next === 'string') texts.push(next);
      break;
    }
    const at = next;
    const field = (name: string): unknown => Reflect.get(at, name);
    const [name, message, code] = ['name', 'message', 'code'].map(field);
    if (typeof name === 'string') names.push(name);
    for (const text of [message, code])
      if (typeof text === 'string' || typeof text === 'number') texts.push(String(text));
    next = field('cause');
  }
  return { names, text: texts.join('\n').slice(0, mostRead) };
}
