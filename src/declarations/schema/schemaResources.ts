// Resolves references within the schema that the server sent: JSON Pointers, anchors and identifiers. Fetches nothing.
import { percentDecoded } from '../../base/text/percentDecoded.ts';
import { isSchemaObject, keyword, resolveLocal, type SchemaObject } from './jsonSchema.ts';

/** Base address of a schema without `$id`. RFC 6761 guarantees that no network has this host. */
const UNNAMED = 'https://schema.invalid/';
const MOST_SUBSCHEMAS = 20_000;

/** Implements JSON Schema 2020-12, section 8.2, and the `$id: "#name"` of draft-07. */
export class SchemaResources {
  /** Base addresses of the parts whose base differs from that of the whole schema. */
  readonly #bases = new Map<SchemaObject, string>();
  /** Parts with an `$id` by address, and parts with an anchor by address and fragment. */
  readonly #named = new Map<string, SchemaObject>();
  readonly #rootBase: string;

  constructor(root: SchemaObject) {
    this.#rootBase = resolved(idOf(root), UNNAMED) ?? UNNAMED;
    this.#named.set(UNNAMED, root);
    this.#register(root);
  }

  /** Returns the target of the schema's `$ref`; undefined if there is none, or if the target is outside the schema. */
  target(schema: SchemaObject): unknown {
    const ref = keyword(schema, '$ref');
    if (typeof ref !== 'string') return undefined;
    const address = resolved(ref, this.#bases.get(schema) ?? this.#rootBase);
    if (address === undefined) return undefined;
    const [resource = '', fragment = ''] = address.split('#');
    if (fragment !== '' && !fragment.startsWith('/'))
      return this.#named.get(`${resource}#${percentDecoded(fragment)}`);
    const whole = this.#named.get(resource);
    return whole && resolveLocal(whole, `#${fragment}`);
  }

  #register(root: SchemaObject): void {
    const found = new Map<object, string>([[root, this.#rootBase]]);
    for (const [part, outer] of found) {
      if (found.size > MOST_SUBSCHEMAS) return;
      const base = isSchemaObject(part) ? this.#name(part, outer) : outer;
      for (const child of Object.values(part) as readonly unknown[]) {
        if (typeof child === 'object' && child !== null && !found.has(child)) found.set(child, base);
      }
    }
  }

  /** Registers the names of `part` and returns the base address of its content. */
  #name(part: SchemaObject, outer: string): string {
    const id = idOf(part);
    const base = (id !== undefined && resolved(id, outer)) || outer;
    if (base !== this.#rootBase) this.#bases.set(part, base);
    if (id !== undefined && !this.#named.has(base)) this.#named.set(base, part);
    for (const anchor of [keyword(part, '$anchor'), keyword(part, '$dynamicAnchor'), fragmentId(part)]) {
      if (typeof anchor === 'string' && !this.#named.has(`${base}#${anchor}`))
        this.#named.set(`${base}#${anchor}`, part);
    }
    return base;
  }
}

/** Returns the `$id` without its fragment. An `$id` that is only a fragment is an anchor. */
function idOf(schema: SchemaObject): string | undefined {
  const id = keyword(schema, '$id');
  return typeof id === 'string' && !id.startsWith('#') ? id.replace(/#.*$/s, '') : undefined;
}

function fragmentId(schema: SchemaObject): string | undefined {
  const id = keyword(schema, '$id');
  return typeof id === 'string' && id.startsWith('#') ? id.slice(1) : undefined;
}

function resolved(ref: string | undefined, base: string): string | undefined {
  return ref !== undefined && URL.canParse(ref, base) ? new URL(ref, base).href : undefined;
}
