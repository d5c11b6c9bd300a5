// Decides what is secret: by the name of a variable, header, parameter, argument or flag, by the position in a text,
// and in the address of a server by the look of a part. Every text that leaves the process passes through this module:
// errors, records, exports, traces, logs, telemetry and reports. Values that scripts and servers receive never do. The
// time of all patterns is linear in the length of the text.
import { HIDDEN } from './hidden.ts';
import { percentDecoded } from './percentDecoded.ts';

/** Minimum length of a secret, in characters. A shorter value may be any word, and is hidden by position alone. */
export const shortestSecret = 8;

/** Secret names of variables, headers and parameters, in the form that `wordsOf` returns. */
const secretName = new RegExp(
  [
    'token(?!iz)|secret(?!ar)|passw|passphrase|passcode|credential|cookie|authori[sz]ation|bearer',
    '(?<!mon|tur|don|hot|whis|joc|hoc)keys?\\d*_',
    '(?<!com|by|tres|sur)pass\\d*_(?!through)',
    // The shell's `PWD` and `OLDPWD` are folders.
    '(?<!^_(?:old)?)pwd_',
    '(?:auth|dsn|jwt)_|_(?:otp|creds?|private)_|_(?:gh|github|gitlab|ado|azure|vsts)?pat_',
    // Desktops, terminals, HTTP and SSH use the words session and connection for other things.
    '(?<!_(?:xdg|dbus|desktop|gnome_desktop|term|iterm|wt))_session(?:_?id)?_(?!manager)|sess_?id_',
    '(?<!^|_ssh|_proxy)_connection_|connection_?strings?_',
    'database_url_|webhook(?:_ur[il])?_$',
  ].join('|'),
);

/** Endings of names that describe a secret or the place that stores it. */
const aboutSecret = /_(?:type|mode|method|provider|format|ttl|timeout|enabled|count|limit|file|path|dir)_$/;

/** True if the value of a variable, a header or a parameter of an address is secret by its name. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name.slice(0, longestName));
  return secretName.test(words) && !aboutSecret.test(words);
}

/** Brings `dbPassword`, `DB_PASSWORD` and `db-password` to one form: `_db_password_`. */
function wordsOf(name: string): string {
  const words = name.replace(/([a-z\d])(?=[A-Z])/g, '$1_').replace(/[^A-Za-z\d]+/g, '_');
  return `_${words.toLowerCase()}_`.replace(/__+/g, '_');
}

/** Secret names of arguments of calls. Authors, keywords and page tokens are arguments that are not secret. */
const secretArgument = new RegExp(
  [
    'passw|passphrase|passcode|secret|credential|bearer|cookie|pwd$|^(?:jwt|pin|otp|pass|pat|dsn)$',
    '(?:api|access|private|auth|encryption|signing)[-_ ]?key|authori[sz]ation|auth[-_ ]?(?:token|header)',
    '(?<!(?:page|next|max|continuation)[-_ ]?)token(?!s|ize|[-_ ]?(?:count|limit|budget))',
    '(?:db|smtp|imap|user|mysql|pg|postgres|redis|mongo|proxy|https?|s?ftp|ssh|admin|root|login|ldap)[-_]?pass$',
  ].join('|'),
  'i',
);
/** Secret names of variables: `PG_PASS`, `GITHUB_PAT`, `SENTRY_DSN`. */
const secretVariable = /^(?:[A-Z\d]+_)*(?:PASS|PAT|[A-Z]*DSN|(?!COM|BY|TRES)[A-Z]+PASS)$/;
const longestName = 256;
/** Cache of judgements: the same names occur again and again. */
const judged = new Map<string, boolean>();
const mostJudged = 2_000;

/** True if the value of an argument with this name must not be repeated. */
export function isSecretArgument(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const judgedName = name.slice(0, longestName);
  const isFolder = /^(?:OLD)?PWD$/.test(name);
  const isSecret = !isFolder && (secretArgument.test(judgedName) || secretVariable.test(judgedName));
  if (name.length <= longestName && judged.size < mostJudged) judged.set(name, isSecret);
  return isSecret;
}

/** Secret names under which a number is secret, too. Under others, a number is a count of tokens or a length. */
const secretNumber = /passw|passcode|^(?:pin|otp)$/i;
const cutText = /… \(\d+ more characters\)$/;

/** True if a member of a value is secret by its name. */
export function isSecretMember(key: string, member: unknown): boolean {
  return isSecretArgument(key) && !isBare(key, member);
}

/** True for a secret header or variable as a pair `{ name, value }`. A pair whose name is cut counts as secret. */
export function isSecretPair(object: Readonly<Record<string, unknown>>): boolean {
  const { name, value } = object;
  if (value === undefined) return false;
  return typeof name === 'string' ? isSecretArgument(name) || cutText.test(name) : '…' in object;
}

/** True for a value that is not secret under a secret name, such as a number of tokens, or a boolean. */
function isBare(key: string, value: unknown): boolean {
  return (
    typeof value === 'boolean' ||
    value === null ||
    ((typeof value === 'number' || typeof value === 'bigint') && !secretNumber.test(key))
  );
}

const flag = /^--?[\w-]{2,60}$/;
const secretFlag =
  /^(?:auth|pw)$|(?:licen[cs]e|account|service|client|consumer|subscription|master|shared|app)-?key$/i;

/** True if the item after this one is secret: `--token`. */
export function isSecretFlag(item: unknown): boolean {
  return typeof item === 'string' && flag.test(item) && isFlagName(item);
}

function isFlagName(written: string): boolean {
  const name = written.replace(/^-+/, '');
  return (isSecretArgument(name) || secretFlag.test(name)) && !aboutSecret.test(wordsOf(name));
}

/** True if the next argument of a server's command is secret. Servers define their flags, so `--key` counts, too. */
function isServerFlag(item: string | undefined): boolean {
  return item !== undefined && flag.test(item) && (isFlagName(item) || isSecretName(item.replace(/^-+/, '')));
}

type IsSecret = (name: string) => boolean;
/** Returns the text that replaces a secret. */
type Replace = (secret: string) => string;

const hide: Replace = () => HIDDEN;

/** Returns `text` without the parts at secret positions. `isSecret` judges the names before quoted strings. */
export function withoutSecretParts(text: string, isSecret: IsSecret = isSecretArgument): string {
  return replaceNamed(replaceAssigned(replaceParts(text, hide), assigned, hide), isSecret, hide);
}

/** Returns a script without the secret parts of its string literals; all other code stays. */
export function codeWithoutSecretParts(code: string, isSecret: IsSecret = isSecretArgument): string {
  const shown = replaceAssigned(replaceParameters(replaceParts(code, hide), hide), assignedInLiteral, hide);
  return replaceNamed(shown, isSecret, hide);
}

/** The secrets at such positions in a text that a server receives: in a header as an argument, an address, or JSON. */
function secretParts(text: string, isSecret: IsSecret = isSecretArgument): readonly string[] {
  const parts: string[] = [];
  const collect: Replace = (secret) => {
    parts.push(secret);
    return secret;
  };
  replaceNamed(replaceAssigned(replaceParts(text, collect), assigned, collect, isSecret), isSecret, collect);
  return parts.flatMap((part) => [part, ...piecesOf(part), ...userInfoSecrets(part)]);
}

/** Replaces secrets whose position is the same in every text, code included. */
function replaceParts(text: string, replace: Replace): string {
  return replaceFlagged(
    replaceHeaders(replaceCredentials(replaceUserInfo(text, replace), replace), replace),
    replace,
  );
}

/** A placeholder that is filled in later: `${password}`, `$PASSWORD`, `<password>`. */
const placeholder = /^\$\{|^(?:\$[A-Za-z_]\w*|<[^>]*>|\{\w+\}|%\w+%)+$/;
/** A word as it occurs in sentences: `token`, `Required.`, `VALUE`. */
const plainWord = /^(?:[A-Z]?[a-z]+|[A-Z]+)(?:[-/](?:[A-Z]?[a-z]+|[A-Z]+))*[.,:;!?)=-]*$/;

/** Replaces user information in addresses: `https://user:password@host`. */
function replaceUserInfo(text: string, replace: Replace): string {
  if (!text.includes('@')) return text;
  let [shown, from] = ['', 0];
  for (let at = text.indexOf('://'); at !== -1; at = text.indexOf('://', at + 3)) {
    const start = at + 3;
    const length = start < from ? 0 : userInfoLength(text.slice(start, start + longestUserInfo));
    if (length === 0) continue;
    shown += text.slice(from, start) + replace(text.slice(start, start + length));
    from = start + length;
  }
  return shown + text.slice(from);
}

const longestUserInfo = 700;
/** A password that is not percent-encoded may contain a slash. A port and a path after it are not a password. */
const openPassword = /^[^\s:@/?#[\\"'`<>]{1,100}:(?!\d{1,5}(?:[/?#]|$))(?!\$\{)[^\s@"'`<>\\]{1,500}(?=@)/;

/**
 * Number of characters of the user information at the beginning of `rest`; 0 if there is none, or none of it is secret.
 */
function userInfoLength(rest: string): number {
  const authority = /^[^\s/?#"'`<>\\]*/.exec(rest)?.[0] ?? '';
  const end = authority.lastIndexOf('@');
  if (end <= 0) return openPassword.exec(rest)?.[0].length ?? 0;
  return userInfoSecrets(authority.slice(0, end)).length > 0 ? end : 0;
}

/** Returns the password, and a user that looks like a key, both as written and percent-decoded. */
function userInfoSecrets(info: string): readonly string[] {
  const mark = info.indexOf(':');
  const [user, password] = mark === -1 ? [info, ''] : [info.slice(0, mark), info.slice(mark + 1)];
  const isPassword = password !== '' && !placeholder.test(password);
  const secrets = [...(looksLikeKey(user) ? [user] : []), ...(isPassword ? [password] : [])];
  return secrets.flatMap((secret) => [secret, percentDecoded(secret)]);
}

const credentials = /\b(Bearer|Basic|bearer|basic|Token|token|ApiKey)( {1,10})([\w.~+/=-]+)/g;
/** Parts of words that occur in every text with a credential; most texts contain none of them. */
const credentialMarks = ['earer ', 'asic ', 'uthori', 'UTHORI'];
const afterAuthorization = /authori[sz]ation["'`\\]{0,4}\s{0,5}[:=]\s{0,5}["'`\\]{0,4}$/i;

/** Replaces `Bearer …` and `Basic …`, but not `Bearer authentication` and `Basic functionality`. */
function replaceCredentials(text: string, replace: Replace): string {
  if (!credentialMarks.some((mark) => text.includes(mark))) return text;
  return text.replace(credentials, (whole, scheme: string, space: string, value: string, offset: number) => {
    const isHeader = afterAuthorization.test(text.slice(Math.max(0, offset - 40), offset));
    const isSecret = isHeader || isCredential(scheme.toLowerCase(), value, whole.length === text.length);
    return isSecret ? `${scheme}${space}${replace(value)}` : whole;
  });
}

/** `isWhole` is true if the text has nothing else. */
function isCredential(scheme: string, value: string, isWhole: boolean): boolean {
  if (value.length < shortestSecret) return false;
  if (scheme === 'basic') return isWhole || basicPassword(value) !== undefined || /\d.*=$/.test(value);
  return scheme === 'bearer' && (isWhole || !plainWord.test(value));
}

/** The password if `value` is `user:password` in base64. */
function basicPassword(value: string): string | undefined {
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(value)) return undefined;
  return /^[\x20-\x7e]{0,200}?:([\x20-\x7e]+)$/.exec(Buffer.from(value, 'base64').toString('latin1'))?.[1];
}

/** A header in a text: `X-Api-Key: …` */
const headerLine = /(?<![\w-])([A-Za-z]\w*(?:-\w+)+)(:\s{0,3})([^\s"'`\\,;]{1,500})/g;

function replaceHeaders(text: string, replace: Replace): string {
  if (!text.includes(':') || !text.includes('-')) return text;
  return text.replace(headerLine, (whole, name: string, colon: string, value: string, offset: number) => {
    // Within a sentence, the word after a name describes the header and is not its value.
    const isSentence = plainWord.test(value) && offset > 0 && !/["'`]/.test(text.charAt(offset - 1));
    const isSecret = isSecretArgument(name) && !isSentence && !placeholder.test(value);
    return isSecret ? `${name}${colon}${replace(value)}` : whole;
  });
}

/** A flag with its value: `--token=…` */
const flagAssigned = /(?<![\w-])(--?[A-Za-z][\w-]{1,60})=(?!["'`\\])([^\s"'`\\;&]{1,500})/g;
/** A flag with its value in the next word: `--token …` */
const flagInText = /(?<![\w-])(--[A-Za-z][\w-]{1,60})( {1,5})([^\s"'`\\-][^\s"'`\\]{0,500})/g;
/** A quoted string, also with escaped marks as in JSON within JSON. The first mark is the pattern's fourth group. */
const quoted = String.raw`(\\{0,3}["'\`])((?:(?!\4)(?:[^\\\n]|\\.)){1,2000})\4`;
/** A flag and its value in a list: `"--token", "…"` */
const flagInList = new RegExp(
  String.raw`(\\{0,3}["'\`])(--?[A-Za-z][\w-]{1,60})\1(\s{0,40},\s{0,40})${quoted}`,
  'g',
);

/** Replaces values after flags, in a list of arguments or on a command line. */
function replaceFlagged(text: string, replace: Replace): string {
  if (!text.includes('-') || !/(?<![\w-])--?[A-Za-z]/.test(text)) return text;
  const listed = text.replace(flagInList, (whole: string, ...found: string[]) => {
    const [quote, name = '', comma, mark = '', value = ''] = found;
    const isSecret = isFlagName(name) && !isTemplate(mark, value);
    return isSecret ? `${quote}${name}${quote}${comma}${mark}${replace(value)}${mark}` : whole;
  });
  const isValue = (name: string, value: string) => isFlagName(name) && !placeholder.test(value);
  return replaceAssigned(listed, flagAssigned, replace, isFlagName).replace(
    flagInText,
    (whole, name: string, space: string, value: string) =>
      isValue(name, value) && !plainWord.test(value) ? `${name}${space}${replace(value)}` : whole,
  );
}

/** An assignment: `?api_key=…`, `PASSWORD=…` */
const assigned = /(?<![\w-])([\w-]{2,60})=([^\s&"';]{1,500})/g;
/** An assignment at the beginning of a string literal, or between semicolons. */
const assignedInLiteral = /(?<=["'`;])([\w-]{2,60})=([^\s&"'`;()]{1,500})/g;

function replaceAssigned(
  text: string,
  pattern: RegExp,
  replace: Replace,
  isSecret = isSecretArgument,
): string {
  if (!text.includes('=')) return text;
  return text.replace(pattern, (whole, name: string, value: string) =>
    isSecret(name) && !placeholder.test(value) ? `${name}=${replace(value)}` : whole,
  );
}

/** Replaces secret parameters of addresses. */
function replaceParameters(code: string, replace: Replace): string {
  return code.replace(/:\/\/[^\s"'`<>\\]{1,2000}/g, (address) =>
    address.replace(
      /([?&#])([\w.-]{2,60})=([^&#]{1,1000})/g,
      (whole, mark: string, name: string, value: string) =>
        isSecretArgument(name) && !placeholder.test(value) ? `${mark}${name}=${replace(value)}` : whole,
    ),
  );
}

/** A string literal after a name: `password: "…"`, `const apiKey = '…'`, `"token": "…"` */
const namedText = new RegExp(
  String.raw`(?<![\w$-])(\\{0,3}["'\`])?([\w$-]{2,})\1(\s{0,20}[:=]\s{0,20})${quoted}`,
  'g',
);
/** Number of characters at the end of a name that are judged: a long row of characters may precede the name. */
const longestTextName = 60;

function replaceNamed(text: string, isSecret: IsSecret, replace: Replace): string {
  if (!text.includes('"') && !text.includes("'") && !text.includes('`')) return text;
  return text.replace(namedText, (whole: string, ...found: string[]) => {
    const [quote = '', name = '', between, mark = '', value = ''] = found;
    const isHidden = isSecret(name.slice(-longestTextName)) && !isTemplate(mark, value);
    return isHidden ? `${quote}${name}${quote}${between}${mark}${replace(value)}${mark}` : whole;
  });
}

/** True for a template literal with a substitution, such as `Bearer ${token}`: the script computes its text. */
function isTemplate(mark: string, value: string): boolean {
  return mark.endsWith('`') && value.includes('${');
}

/** Secrets among variables or headers: whole values by their names, and parts of all values by their positions. */
export function variableSecrets(
  named: Readonly<Record<string, string | null | undefined>>,
): readonly string[] {
  return Object.entries(named).flatMap(([name, value]) => {
    if (!value) return [];
    return isSecretName(name) ? [value, ...piecesOf(value), ...addressSecrets(value)] : secretParts(value);
  });
}

/** Secrets among the arguments of a server's command. */
export function argumentSecrets(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) =>
    isServerFlag(args[index - 1])
      ? [arg, ...piecesOf(arg), ...addressSecrets(arg)]
      : [...assignedSecrets(arg), ...secretParts(arg, isSecretOfServer), ...addressSecrets(arg)],
  );
}

const isSecretOfServer: IsSecret = (name) => isSecretArgument(name) || isSecretName(name);
/** An argument that assigns a value: `--token=…`, `API_KEY=…`, `X-Api-Key: …` */
const assignedArgument = /^-{0,2}([\w-]{2,60})[=:]\s*(.+)$/s;

/** Also reads an assignment inside the value of another: `--header=X-Api-Key: …`. */
function assignedSecrets(arg: string): readonly string[] {
  const outer = assignedArgument.exec(arg);
  return [outer, assignedArgument.exec(outer?.[2] ?? '')].flatMap((found) => {
    const [, name = '', value = ''] = found ?? [];
    return isSecretOfServer(name) && !aboutSecret.test(wordsOf(name)) ? [value, ...piecesOf(value)] : [];
  });
}

/** The arguments of a server's command without their secrets. */
export function publicArguments(args: readonly string[]): readonly string[] {
  return args.map((arg, index) => {
    return isServerFlag(args[index - 1]) ? HIDDEN : withoutValues(arg, argumentSecrets([arg]));
  });
}

/** Secrets in a server's addresses: user information, and parts of paths and parameters that look like a key. */
export function addressSecrets(text: string): readonly string[] {
  return [...text.matchAll(/:\/\/([^\s"'`<>]{1,4000})/g)].flatMap(([, address = '']) => {
    const length = userInfoLength(address.slice(0, longestUserInfo));
    const [path = '', ...parameters] = address.slice(length).split(/[?&#]/);
    const segments = path.split('/').slice(1).filter(looksLikeKey);
    const values = parameters.flatMap((parameter) => {
      const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(parameter) ?? [];
      return isSecretUrlParameter(name, value) ? [value] : [];
    });
    const parts = [...segments, ...values].flatMap((part) => [part, percentDecoded(part)]);
    return [...userInfoSecrets(address.slice(0, length)), ...parts];
  });
}

/** The path of a server's address without the segments that look like keys. */
export function publicPath(path: string): string {
  return path
    .split('/')
    .map((segment) => (looksLikeKey(segment) ? HIDDEN : segment))
    .join('/');
}

/** True if the value of a parameter of a server's address is secret. */
export function isSecretUrlParameter(name: string, value: string): boolean {
  return (
    isSecretName(name) || isSecretArgument(name) || /^sig(?:nature)?$/i.test(name) || looksLikeKey(value)
  );
}

function withoutValues(text: string, secrets: readonly string[]): string {
  const longestFirst = secrets.filter((secret) => secret !== '').sort((a, b) => b.length - a.length);
  return longestFirst.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text);
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const date = /\d{4}-\d\d(?:-\d\d)?/g;

const keyPrefix = /^(?:[spr]k|gh[pousr]|glpat|xox[a-z]|tok|pat)[-_]|^(?:github_pat_|AKIA|ASIA|AIza|eyJ)/;

/** True if a part of a server's address is more likely a key than a word, a version or a date. */
function looksLikeKey(written: string): boolean {
  const part = percentDecoded(written);
  if (!/^[\w.~+=:-]{8,2000}$/.test(part)) return false;
  const runs = part.replace(date, '').match(/[A-Za-z\d]+/g) ?? [];
  if (runs.some(isRandomLetters)) return true;
  if (!/\d/.test(part)) return keyPrefix.test(part) && part.length >= 16;
  if (uuid.test(part) || keyPrefix.test(part) || /key|token|secret|passw/i.test(part)) return true;
  const isMixed = (run: string) => run.length >= 12 && /[A-Za-z]/.test(run) && /\d.*\d/.test(run);
  return (
    runs.some(isMixed) ||
    (part.length >= 12 && /[A-Za-z]/.test(part) && runs.some((run) => /\d{5}/.test(run)))
  );
}

/** True if about half of the letters are capitals, as in random text; a name has one capital for each word. */
function isRandomLetters(run: string): boolean {
  const capitals = run.match(/[A-Z]/g)?.length ?? 0;
  return run.length >= 20 && capitals > run.length / 4 && capitals < (run.length * 3) / 4;
}

/** `Bearer abc…` is secret as a whole and without the scheme; `Basic abc…` also contains a password. */
function piecesOf(value: string): readonly string[] {
  const words = value.split(/\s+/);
  return [...words, ...words.flatMap((word) => basicPassword(word) ?? [])];
}

/** The forms in which texts repeat a secret: plain, as JSON, percent-encoded, and as base64. */
export interface SecretForms {
  readonly plain: readonly string[];
  readonly base64: readonly string[];
}

export function formsOf(value: string): SecretForms {
  const encoded = encodeURIComponent(value.toWellFormed());
  const inSmallLetters = encoded.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase());
  const plain = [
    value,
    JSON.stringify(value).slice(1, -1),
    encoded,
    inSmallLetters,
    encoded.replaceAll('%20', '+'),
  ];
  return { plain: [...new Set(plain)], base64: [...new Set(inBase64(value))] };
}

/** The characters that all base64 of bytes with `value` has, which depend on its position modulo 3 bytes. */
function inBase64(value: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
    // The neighbouring bytes also decide the first and the last characters.
    const own = bytes
      .toString('base64')
      .slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
    return own.length >= shortestSecret ? [own, own.replaceAll('+', '-').replaceAll('/', '_')] : [];
  });
}
