// The blocks that a script may display. The guest and the host both rebuild a block from its known fields, so that no
// other field passes.

/**
 * A block that a script can display: the types of the catalog's `ContentBlock` (MCP), without the metadata that servers
 * add.
 */
type DisplayBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource';
      readonly resource: {
        readonly uri: string;
        readonly mimeType?: string;
        readonly text?: string;
        readonly blob?: string;
      };
    }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly mimeType?: string;
    };

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

/** Returns the fields called `names` that `fields` itself has and that are strings. */
function texts<Name extends string>(fields: Fields, ...names: Name[]): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}

/** Rebuilds a block from its known fields; undefined if the value is not a block. */
export function readDisplayBlock(value: unknown): DisplayBlock | undefined {
  const fields = fieldsOf(value);
  const { type, text, data, mimeType, uri, name } = texts(
    fields,
    'type',
    'text',
    'data',
    'mimeType',
    'uri',
    'name',
  );
  if (type === 'text' && text !== undefined) return { type, text };
  if ((type === 'image' || type === 'audio') && data !== undefined && mimeType !== undefined)
    return { type, data, mimeType };
  if (type === 'resource_link' && uri !== undefined && name !== undefined)
    return { type, uri, name, ...(mimeType !== undefined && { mimeType }) };
  if (type !== 'resource') return undefined;
  const { uri: address, ...rest } = texts(fieldsOf(fields['resource']), 'uri', 'mimeType', 'text', 'blob');
  return address === undefined ? undefined : { type, resource: { uri: address, ...rest } };
}
