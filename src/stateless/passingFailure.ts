// Whether a request to a model failed for a reason that passes by itself. VS Code tells little of a failure: a name at times, else the text that the
// model's server or its extension wrote.

export interface PassingFailure {
  /** Until the server takes requests again, in milliseconds, where it says so. */
  readonly retryAfterMs?: number;
}

/** Of the text of a failure, in characters. */
const mostRead = 10_000;
const mostCauses = 4;

/** As Copilot Chat names them. */
const passingNames = ['ChatRateLimited', 'ChatQuotaExceeded'];
/** 408, 425, 429 and 5xx, beside a word that says what the number is. */
const passingStatus = /\b(?:status(?: code)?|code|failed|http(?:\/\d(?:\.\d)?)?|error|server)\W{1,3}(?:408|425|429|5\d\d)\b/i;
const passingWords =
  /rate[ _-]?limit|too[ _-]many[ _-]requests|overloaded|quota|at capacity|temporarily|service[ _-]unavailable|bad gateway|gateway time-?out|timed out|ECONNRESET|ECONNREFUSED|ETIMEDOUT|EPIPE|EAI_AGAIN|socket hang up|fetch failed|net::ERR_/i;
/** What only a person ends. */
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
const wait =
  /(?:retry[-_ ]?after|(?:try again|retry|wait) (?:in|after|for)|please wait)(_ms|-ms)?["']?\s{0,3}[:=]?\s{0,3}["']?(\d{1,7}(?:\.\d{1,6})?)\s{0,2}(ms|milliseconds|seconds?|minutes?|hours?|[smh])?\b/i;

/** Undefined for one that would come again. */
export function passingFailure(error: unknown): PassingFailure | undefined {
  const { names, text } = read(error);
  if (lasting.test(text)) return undefined;
  if (!names.some((name) => passingNames.includes(name)) && !passingStatus.test(text) && !passingWords.test(text)) return undefined;
  const [, inMs, count, unit = inMs ? 'ms' : 's'] = wait.exec(text) ?? [];
  if (count === undefined) return {};
  const named = unit.toLowerCase();
  return { retryAfterMs: Math.ceil(Number(count) * (units[named] ?? units[named.replace(/s$/, '')] ?? 1_000)) };
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
    for (const text of [message, code]) if (typeof text === 'string' || typeof text === 'number') texts.push(String(text));
    next = field('cause');
  }
  return { names, text: texts.join('\n').slice(0, mostRead) };
}
