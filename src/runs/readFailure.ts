// A call's failure as its record has it, rebuilt: a record is a file, which may say anything.
import type { CallFailure } from '../catalog/callFailure.ts';
import type { ContentBlock } from '../catalog/contentBlock.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../catalog/json.ts';
import type { CallShape } from './callKey.ts';
import type { RecordedCall } from './runRecord.ts';

/** `failure`: all of it but `code` and `message`, which the record has beside it. */
export function readFailure(
  { code, message }: NonNullable<RecordedCall['error']>,
  { server, name }: CallShape,
  failure: JsonValue | undefined,
): CallFailure {
  const { hint, retryable, content } = isJsonObject(failure) ? failure : {};
  return {
    ...{ code, server, tool: name, message },
    ...(typeof hint === 'string' && { hint }),
    retryable: retryable === true,
    content: isJsonArray(content) ? content.filter(isBlock) : [],
  };
}

/** The script gets blocks as they are; nothing here reads more than the type. */
function isBlock(value: JsonValue): value is JsonValue & ContentBlock {
  return isJsonObject(value) && typeof value['type'] === 'string';
}
