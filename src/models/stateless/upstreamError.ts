// Errors that an upstream reports with status 200: as the body, in an event of a stream, or in a choice. Servers use
// several formats; the client receives each error in the format of OpenAI's API, with all its details.
import { stringifyExact } from '../../base/exactJson.ts';
import { isJsonArray, isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../base/json.ts';
import { exceededJsonLimit } from '../../base/jsonLimits.ts';

/** Maximum length of an error that is not JSON, in characters. */
const longestText = 2_000;

/** Statuses by words in codes and types; the first match counts. */
const statuses: readonly (readonly [words: RegExp, status: number])[] = [
  [/rate.?limit|quota|exhausted|too.?many/i, 429],
  [/authenti|api.?key/i, 401],
  [/permission|forbidden/i, 403],
  [/not.?found/i, 404],
  [/invalid|context.?length|too.?(?:large|long)|unsupported|content.?filter|bad.?request|validation/i, 400],
  [/overloaded|unavailable|capacity/i, 503],
  [/time.?d?.?out/i, 504],
];

/** Returns the error in a body or in the data of an event; undefined if there is none. */
export function errorIn(value: JsonObject): JsonObject | undefined {
  const [choice] = isJsonArray(value['choices']) ? value['choices'] : [];
  return errorOf(value) ?? (isJsonObject(choice) ? errorOf(choice) : undefined);
}

/** Returns the error in a text that is known to report one, in any format. */
export function errorInText(text: string): JsonObject {
  const parsed = exceededJsonLimit(text) === undefined ? parseJson(text) : undefined;
  // Google's servers put an error into a list.
  const value = isJsonArray(parsed) ? parsed[0] : parsed;
  return isJsonObject(value)
    ? (errorIn(value) ?? written(value))
    : written({ message: text.slice(0, longestText) });
}

/** Returns the HTTP status in an error, otherwise one that matches its code or type, otherwise 502. */
export function statusOf({ status, code, type }: JsonObject): number {
  const named = [status, code]
    .map(Number)
    .find((number) => Number.isInteger(number) && number >= 400 && number < 600);
  if (named !== undefined) return named;
  const words = [code, type, status].filter((word) => typeof word === 'string');
  const fits = words.flatMap((word) => statuses.filter(([pattern]) => pattern.test(word)));
  return fits[0]?.[1] ?? 502;
}

function errorOf(value: JsonObject): JsonObject | undefined {
  const { error = null, object, type = null, message = null, param = null, code = null } = value;
  if (isJsonObject(error)) return written(error);
  if (error !== null && error !== false && error !== '')
    return written({ message: typeof error === 'string' ? error : message, type, param, code });
  return object === 'error' || type === 'error' ? written(value) : undefined;
}

function written({ message = null, type, param, code, ...more }: JsonObject): JsonObject {
  return {
    ...more,
    message: messageOf(message),
    type: type ?? 'upstream_error',
    param: param ?? null,
    code: code ?? null,
  };
}

function messageOf(message: JsonValue): string {
  if (typeof message === 'string') return message;
  return message === null ? 'The upstream failed.' : stringifyExact(message);
}
