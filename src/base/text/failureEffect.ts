// Reads two facts from the text of a failure: if the call certainly had no effect, and when the same call may succeed.
// MCP has no field for either: a server answers with `isError` and a sentence, and a service may answer 503 after it
// has done its work.
import { failureKind, MOST_READ, rateLimitWords, timeoutWords } from './failureKind.ts';

/** Maximum wait that counts as advice, in milliseconds. */
const LONGEST_WAIT_MS = 86_400_000;

/** Signs that a part of the work may be done, whatever else the text says. */
const doubts: readonly RegExp[] = [
  // The service failed at its work, or its answer was lost.
  /\b(?:http|status|code|error|response|failed|got|returned|received)\b\W{0,3}(?:code\W{0,3})?5\d\d\b|^\W{0,3}5\d\d\b|\(5\d\d\)/i,
  /\b5\d\d\W{1,3}(?:internal|bad gateway|service|gateway|server|error|temporar)/i,
  /internal (?:server )?error|bad gateway|(?:service|temporarily|currently) unavailable|overloaded|try(?:ing)? again later/i,
  timeoutWords,
  /\bE(?:CONNRESET|CONNABORTED|CONNREFUSED|PIPE|AI_AGAIN|HOSTUNREACH|NETUNREACH|NOTFOUND)\b|socket hang up|fetch failed|network/i,
  /(?:connection|stream|socket|session) (?:was )?(?:reset|closed|lost|aborted|dropped|refused|terminated|error|failed)/i,
  /\b(?:invalid|unexpected|malformed|missing|empty|bad|unreadable|no) (?:json |http |server |upstream )?(?:response|reply|answer|result|output)\b/i,
  /unexpected (?:end|eof|token)|premature|crash|panic|\babort|interrupt|deadlock|disk|no space|\bquota/i,
  // The tool ran, and its answer does not fit its own output schema (the SDK's servers say so with -32602).
  /output validation|structured content|output schema/i,
  // The text is cut.
  /…/,
  // A part of the work was done.
  /partial|roll(?:ed|ing)?.?back|incomplete|\d (?:of|out of) \d|some (?:of|items|files|records|rows|entries|changes)\b/i,
  /(?<!not )(?<!n't )\b(?:was|were|been|successfully|already|first|after|then|since)(?: been)? (?:\w+ly )?(?:add|clos|complet|creat|delet|insert|mov|paid|pay|process|remov|renam|sav|send|sent|stor|submitt|updat|upload|writ)/i,
  /\b(?:added|closed|created|deleted|inserted|moved|paid|refunded|removed|renamed|saved|sent|submitted|updated|uploaded|wrote|written)\b[^.\n]{0,80}(?:[,;.]|\bbut\b|\bhowever\b)/i,
  /\bbut (?:the|an?|its|then|failed|could|was|there|no)\b|\bhowever\b|could not (?:confirm|verify|roll)|cleanup|clean up|conflict|already exist/i,
];

const refusals: readonly string[] = ['input', 'missing', 'access'];

/**
 * True if the text plainly says that the call was refused: the input is wrong, the thing that the input names does not
 * exist, access is denied, or a rate limit applies. A text that is longer than the part that is read proves nothing.
 */
export function provesNoEffect(text: string): boolean {
  if (text.length > MOST_READ || doubts.some((doubt) => doubt.test(text))) return false;
  const kind = failureKind(text);
  return rateLimitWords.test(text) || (kind !== undefined && refusals.includes(kind));
}

/** True if the text says that calls came too often, and has no sign that a part of the work may be done. */
export function isRateLimited(text: string): boolean {
  return provesNoEffect(text) && rateLimitWords.test(text.slice(0, MOST_READ));
}

const waits: readonly RegExp[] = [
  /retry[-_ ]?after[-_ ]?(?:(?<ms>ms)|seconds)?\W{0,6}(?:in )?(?<n>\d{1,12}(?:\.\d{1,6})?) ?(?<unit>[a-z]{0,12})/i,
  /(?:retry|try again|wait|available|resets?|retry[-_ ]?delay)\W{1,4}(?:again )?(?:in|for|after)?\W{0,4}(?:at least |about )?(?<n>\d{1,12}(?:\.\d{1,6})?) ?(?<unit>[a-z]{1,12})/i,
];

const unitMs: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|milli)/i, 1],
  [/^m(?:in)?/i, 60_000],
  [/^h/i, 3_600_000],
  [/^d/i, 86_400_000],
];

/** Milliseconds after which the same call may be made again; undefined if the text names none, or over a day. */
export function retryAfterMs(text: string): number | undefined {
  const read = text.slice(0, MOST_READ);
  for (const wait of waits) {
    const { n, unit = '', ms } = wait.exec(read)?.groups ?? {};
    if (n === undefined) continue;
    const factor = ms ? 1 : (unitMs.find(([words]) => words.test(unit))?.[1] ?? 1_000);
    const waited = Math.ceil(Number(n) * factor);
    return waited <= LONGEST_WAIT_MS ? waited : undefined;
  }
  return undefined;
}
