// Converts a `tool` message of a client to an answer, and finds the pictures in it. Chat completions do not define
// failures, so common forms of error texts count as failures.
import { stringifyExact } from '../../base/exactJson.ts';
import { isJsonArray, isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../base/json.ts';
import { exceededJsonLimit } from '../../base/jsonLimits.ts';
import { partsText } from '../askModel.ts';
import type { AnsweredCall, StepCall } from './requestTools.ts';

/** Pictures in the answer to one call, which only a model can see. */
export interface AnsweredPictures extends Pick<StepCall, 'call' | 'tool'> {
  /** At least one part. */
  readonly parts: readonly JsonObject[];
}

/**
 * A message is a failure if it has `is_error: true`, is a JSON object with only the member `error`, or begins with
 * `Error:`. Parts that are not text are omitted; if there is no text, a line says so.
 */
export function toolAnswer(message: JsonObject): Pick<AnsweredCall, 'text' | 'isError'> {
  const text = partsText(message['content']) || otherParts(message['content']);
  const isError = message['is_error'] === true || /^\s*Error:/.test(text);
  const named = isError ? undefined : onlyError(text);
  return { text: named ?? text, isError: isError || named !== undefined };
}

/** Returns the parts that a model sees as pictures. */
export function picturesIn(content: JsonValue | undefined): readonly JsonObject[] {
  if (!isJsonArray(content)) return [];
  return content
    .filter(isJsonObject)
    .filter(({ type, picture }) => type === 'image_url' || typeof picture === 'string');
}

/** Maximum number of pictures for one script. */
export const mostPictures = 20;

/** Returns the result of a script with the pictures in the answers to its calls, which a script cannot see. */
export function withPictures(result: string, answered: readonly AnsweredPictures[]): JsonValue {
  const all = answered.flatMap(({ call, tool, parts }) =>
    parts.map((part) => ({ part, from: `call ${call} (${tool})` })),
  );
  if (all.length === 0) return result;
  const shown = all.slice(0, mostPictures);
  const left = all.length - shown.length;
  const more = left > 0 ? ` ${left} more are left out.` : '';
  const text = (words: string): JsonObject => ({ type: 'text', text: words });
  return [
    text(
      `${result}\n\nPictures that its calls were answered with follow, in this order: ${shown.map(({ from }) => from).join(', ')}.${more}`,
    ),
    ...shown.map(({ part }) => part),
  ];
}

function otherParts(content: JsonValue | undefined): string {
  const pictures = picturesIn(content).length;
  if (pictures > 0)
    return `[${pictures} ${pictures === 1 ? 'picture' : 'pictures'}, shown to you with the result of this script]`;
  const parts = isJsonArray(content) ? content.filter(isJsonObject) : [];
  if (parts.length === 0 || parts.some(({ text }) => typeof text === 'string')) return '';
  return `[${parts.length} ${parts.length === 1 ? 'part' : 'parts'} without text]`;
}

function onlyError(text: string): string | undefined {
  if (!/^\s*\{\s*"error"\s*:/.test(text) || exceededJsonLimit(text) !== undefined) return undefined;
  const value = parseJson(text);
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return undefined;
  const { error } = value;
  // A tool says with null or false that nothing failed.
  if (error === undefined || error === null || error === false || error === '') return undefined;
  return typeof error === 'string' ? error : stringifyExact(error);
}
