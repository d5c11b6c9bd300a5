// The blocks that a script may display. The guest and the host both rebuild a block from its known fields, so that no
// other field passes.
import type { ContentBlock } from '../../base/contentBlock.ts';

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** Returns the fields called `names` that `fields` itself has and that are strings. */
function texts<Name extends string>(fields: Fields, names: readonly Name[]): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}

/** Rebuilds a block without the metadata that servers add; undefined if the value is not a block. */
export function readDisplayBlock(value: unknown): ContentBlock | undefined {
  const fields = fieldsOf(value);
  const known = ['type', 'text', 'data', 'mimeType', 'uri', 'name'] as const;
  const { type, text, data, mimeType, uri, name } = texts(fields, known);
  if (type === 'text' && text !== undefined) return { type, text };
  if ((type === 'image' || type === 'audio') && data !== undefined && mimeType !== undefined)
    return { type, data, mimeType };
  if (type === 'resource_link' && uri !== undefined && name !== undefined)
    return { type, uri, name, ...(mimeType !== undefined && { mimeType }) };
  if (type !== 'resource') return undefined;
  const { uri: address, ...rest } = texts(fieldsOf(fields['resource']), ['uri', 'mimeType', 'text', 'blob']);
  return address === undefined ? undefined : { type, resource: { uri: address, ...rest } };
}
