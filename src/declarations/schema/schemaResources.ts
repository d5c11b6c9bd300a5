// What a reference means: JSON Pointers, anchors and identifiers, all within the one schema that the server sent.
// Nothing is ever fetched.
import { decoded, isObject, keyword, resolveLocal, type SchemaObject } from './jsonSchema.ts';

/** Stands for where a schema without `$id` was found; RFC 6761 keeps it out of every network. */
const UNNAMED = 'https://schema.invalid/';
const MOST_SUBSCHEMAS = 20_000;

/** JSON Schema 2020-12, section 8.2, and the `$id: "#name"` of draft-07. */
export class SchemaResources {
  /** The base address of each part, where it is not that of the whole. */
  readonly #bases = new Map<SchemaObject, string>();
  /** Parts with an `$id` by address, and parts with an anchor by address and fragment. */
  readonly #named = new Map<string, SchemaObject>();
  readonly #rootBase: string;

  constructor(root: SchemaObject) {
    this.#rootBase = resolved(idOf(root), UNNAMED) ?? UNNAMED;
    this.#named.set(UNNAMED, root);
    this.#register(root);
  }

  /** What the schema's `$ref` refers to; undefined when it has none, or one to something outside. */
  target(schema: SchemaObject): unknown {
    const ref = keyword(schema, '$ref');
    if (typeof ref !== 'string') return undefined;
    const address = resolved(ref, this.#bases.get(schema) ?? this.#rootBase);
    if (address === undefined) return undefined;
    const [resource = '', fragment = ''] = address.split('#');
    if (fragment !== '' && !fragment.startsWith('/')) return this.#named.get(`${resource}#${decoded(fragment)}`);
    const whole = this.#named.get(resource);
    return whole && resolveLocal(whole, `#${fragment}`);
  }

  #register(root: SchemaObject): void {
    const found = new Map<object, string>([[root, this.#rootBase]]);
    for (const [part, outer] of found) {
      if (found.size > MOST_SUBSCHEMAS) return;
      const base = isObject(part) ? this.#name(part, outer) : outer;
      for (const child of Object.values(part) as readonly unknown[]) {
        if (typeof child === 'object' && child !== null && !found.has(child)) found.set(child, base);
      }
    }
  }

  /** The base address of what is inside `part`. */
  #name(part: SchemaObject, outer: string): string {
    const id = idOf(part);
    const base = (id !== undefined && resolved(id, outer)) || outer;
    if (base !== this.#rootBase) this.#bases.set(part, base);
    if (id !== undefined && !this.#named.has(base)) this.#named.set(base, part);
    for (const anchor of [keyword(part, '$anchor'), keyword(part, '$dynamicAnchor'), fragmentId(part)]) {
      if (typeof anchor === 'string' && !this.#named.has(`${base}#${anchor}`)) this.#named.set(`${base}#${anchor}`, part);
    }
    return base;
  }
}

/** Without a fragment: one that is nothing but a fragment is an anchor. */
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
