// Text as it is compared: letters and digits alone, in one case and one form of Unicode, without escapes of JSON, addresses and HTML. What says
// nothing of where a value comes from is left out: dates, and how addresses begin. Linear in the text.

const escape = /(?:%[0-9a-f]{2})+|\\u[0-9a-f]{4}|\\[bfnrtv"'\\/]|&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[0-9a-f]{1,6});/gi;
const mayHaveEscapes = /[%\\&]/;
const date = /\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)?(?:Z|[+-]\d{2}:?\d{2})?/g;
const addressStart = /https?:\/\/(?:www\.)?/gi;
const mayHaveDate = /\d{4}-\d\d-\d\d/;
const ascii = /^[\x00-\x7f]*$/;
const notComparedAscii = /[^a-z0-9]+/g;
const notCompared = /[^\p{L}\p{N}]+/gu;
/** Pieces of the original that are normalised each by itself, to find a place in it again. */
const unit = new RegExp(`${date.source}|${addressStart.source}|${escape.source}|[^]`, 'giu');
/** Whole numbers and decimals, also with separators: `1,234,567`. */
const number = /\d[\d.,]{4,}\d/g;
const fewestDigits = 6;
/** Round numbers are limits and sizes more often than data. */
const fewestSignificant = 4;

export function normalisedText(text: string): string {
  return plainText(text) ?? ruledText(text);
}

function ruledText(text: string): string {
  const plain = mayHaveEscapes.test(text) ? text.replace(escape, unescaped) : text;
  const undated = mayHaveDate.test(plain) ? plain.replace(date, ' ') : plain;
  const rest = undated.includes('://') ? undated.replace(addressStart, ' ') : undated;
  // Most text is ASCII, for which the rules of Unicode would take most of the time.
  if (ascii.test(rest)) return rest.toLowerCase().replace(notComparedAscii, '');
  return rest.normalize('NFKC').toLowerCase().replace(notCompared, '');
}

/** Of each ASCII character: how it is compared, `dropped`, or `ruled` where it may begin something that has a rule. */
const [dropped, ruled] = [0, 1];
const forms = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if ('%\\&:-'.includes(character)) return ruled;
  return /[a-z0-9]/i.test(character) ? character.toLowerCase().charCodeAt(0) : dropped;
});

/** Most text is ASCII without escapes, dates and addresses: one look at each character does what takes the rules several. Undefined for other text. */
function plainText(text: string): string | undefined {
  const { length } = text;
  const kept = Buffer.allocUnsafe(length);
  let count = 0;
  for (let at = 0; at < length; at += 1) {
    const form = forms[text.charCodeAt(at)];
    if (form === undefined || (form === ruled && hasRule(text, at))) return undefined;
    if (form <= ruled) continue;
    kept[count] = form;
    count += 1;
  }
  return kept.toString('latin1', 0, count);
}

function hasRule(text: string, at: number): boolean {
  switch (text.charAt(at)) {
    case ':':
      return text.startsWith('//', at + 1);
    case '-':
      return /\d{4}$/.test(text.slice(Math.max(at - 4, 0), at));
    default:
      return true;
  }
}

/** The part of `text` whose normalised form is, but for its edges, from `start` to `end` of the whole. */
export function originalPart(text: string, start: number, end: number): string {
  let [at, from, to] = [0, -1, text.length];
  for (const { 0: part, index } of text.matchAll(unit)) {
    const { length } = normalisedText(part);
    if (length > 0 && from < 0 && at + length > start) from = index;
    at += length;
    if (at >= end) {
      to = index + part.length;
      break;
    }
  }
  return text.slice(Math.max(from, 0), to);
}

/** The digits of each number in the text that has at least 6, not all of them zeros at its end; no dates. */
export function longNumbers(text: string): readonly string[] {
  if (text.search(number) < 0) return [];
  const found = (text.replace(date, ' ').match(number) ?? []).map((digits) => digits.replace(/[.,]/g, ''));
  return found.filter((digits) => digits.length >= fewestDigits && digits.replace(/0+$/, '').length >= fewestSignificant && !isDay(digits));
}

/** `20240131`, `31012024` */
function isDay(digits: string): boolean {
  return /^(?:(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d)$/.test(digits);
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function unescaped(text: string): string {
  if (text.startsWith('%')) return decoded(text);
  if (text.startsWith('\\u')) return String.fromCharCode(parseInt(text.slice(2), 16));
  if (text.startsWith('\\')) return ' ';
  const name = text.slice(1, -1).toLowerCase();
  const code = name.startsWith('#x') ? parseInt(name.slice(2), 16) : Number(name.slice(1));
  return named[name] ?? (code <= 0x10ffff ? String.fromCodePoint(code) : ' ');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
