// The text of a record's line: put together from pieces that are JSON already, since a run may have thousands of lines.
import type { RecordLine } from './recordFile.ts';

/** A member of a line whose value is JSON, or will be. */
export type Field = readonly [name: string, json: RecordLine];

/** `head`, an object without its closing brace that has a member already, with further ones; at once where their values are there. Names need no escapes. */
export function members(head: string, fields: readonly Field[]): RecordLine {
  let text = head;
  for (let index = 0; index < fields.length; index += 1) {
    const [name, json] = fields[index] as Field; // below its length
    if (typeof json !== 'string') return () => madeMembers(text, fields.slice(index));
    text += `,"${name}":${json}`;
  }
  return `${text}}`;
}

async function madeMembers(head: string, fields: readonly Field[]): Promise<string> {
  let text = head;
  for (const [name, json] of fields) text += `,"${name}":${typeof json === 'string' ? json : await json()}`;
  return `${text}}`;
}
