// The text of a record's line: put together from pieces that are JSON already, since a run may have thousands of lines.
import type { RecordLine } from './recordFile.ts';

/** A member of a line whose value is JSON, or will be. Its name needs no escapes. */
export type Field = readonly [name: string, json: RecordLine];

/** `object`, without its closing brace, with another member; at once where the value is there. */
function member(object: RecordLine, name: string, json: RecordLine | undefined): RecordLine {
  if (json === undefined) return object;
  if (typeof object === 'string' && typeof json === 'string') return withMember(object, name, json);
  return async () => withMember(await textOf(object), name, await textOf(json));
}

/** With a closing brace. */
function closed(object: RecordLine): RecordLine {
  return typeof object === 'string' ? `${object}}` : async () => `${await textOf(object)}}`;
}

/** With all these members and a closing brace. */
export function members(object: string, fields: readonly Field[]): RecordLine {
  return closed(fields.reduce<RecordLine>((text, [name, json]) => member(text, name, json), object));
}

function withMember(object: string, name: string, json: string): string {
  return `${object}${object === '{' ? '' : ','}"${name}":${json}`;
}

function textOf(line: RecordLine): string | Promise<string> {
  return typeof line === 'string' ? line : line();
}
