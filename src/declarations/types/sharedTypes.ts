// Object types that a tool's schemas write out more than once get a name and are shown once.
import { freeTypeName, RESERVED_TYPE_NAMES } from '../typeNames.ts';
import { layOut, type Member, type ObjectText, type TypeText } from './typeText.ts';

/** Shorter ones are easier to read in place; in characters, comments included. */
const SHORTEST_SHARED = 80;

/** `types` and `definitions` with every repeated object type named, after the property that first has it. */
export function shareTypes(types: readonly TypeText[], definitions: readonly Member[]) {
  const repeats = new Repeats();
  for (const type of [...types, ...definitions.map(({ type }) => type)]) repeats.count(type);
  if (!repeats.any) return { types, definitions };
  const namer = new Namer(repeats, new Set([...RESERVED_TYPE_NAMES, ...definitions.map(({ head }) => head.split(' ')[1] ?? '')]));
  const shared = types.map((type) => namer.rewrite(type, 'Type'));
  const rewritten = definitions.map((definition) => ({ ...definition, type: namer.inside(definition.type) }));
  return { types: shared, definitions: [...rewritten, ...namer.definitions()] };
}

/** Counts how often each object type is written; the inside of a repeated type counts once. */
class Repeats {
  readonly #texts = new Map<ObjectText, string>();
  readonly #seen = new Set<string>();
  readonly #repeated = new Set<string>();

  get any(): boolean {
    return this.#repeated.size > 0;
  }

  /** The text of a repeated type, its key. */
  keyOf(object: ObjectText): string | undefined {
    const text = this.#texts.get(object);
    return text !== undefined && this.#repeated.has(text) ? text : undefined;
  }

  count(type: TypeText): void {
    for (const part of type) {
      if (typeof part === 'string') continue;
      if ('group' in part) this.count(part.group);
      else this.#countObject(part);
    }
  }

  #countObject(object: ObjectText): void {
    const text = layOut([object]);
    if (object.members.length > 1 && text.length >= SHORTEST_SHARED) {
      this.#texts.set(object, text);
      if (this.#seen.has(text)) {
        this.#repeated.add(text);
        return;
      }
      this.#seen.add(text);
    }
    for (const { type } of object.members) this.count(type);
  }
}

class Namer {
  readonly #repeats: Repeats;
  readonly #names: Set<string>;
  readonly #named = new Map<string, { readonly name: string; type: TypeText }>();

  constructor(repeats: Repeats, names: Set<string>) {
    this.#repeats = repeats;
    this.#names = names;
  }

  definitions(): readonly Member[] {
    return [...this.#named.values()].map(({ name, type }) => ({ head: `type ${name} = `, type }));
  }

  /** `hint` is what the type may be named after. */
  rewrite(type: TypeText, hint: string): TypeText {
    return type.map((part) => {
      if (typeof part === 'string') return part;
      if ('group' in part) return { group: this.rewrite(part.group, hint) };
      const key = this.#repeats.keyOf(part);
      return key === undefined ? this.#members(part) : this.#nameOf(key, part, hint);
    });
  }

  /** The type itself stays where it is; it has a name already. */
  inside(type: TypeText): TypeText {
    return type.map((part) => {
      if (typeof part === 'string') return part;
      return 'group' in part ? { group: this.inside(part.group) } : this.#members(part);
    });
  }

  #nameOf(key: string, object: ObjectText, hint: string): string {
    const known = this.#named.get(key);
    if (known) return known.name;
    const entry: { readonly name: string; type: TypeText } = { name: freeTypeName(hint, this.#names), type: [] };
    this.#named.set(key, entry);
    entry.type = [this.#members(object)];
    return entry.name;
  }

  #members({ members }: ObjectText): ObjectText {
    return { members: members.map((member) => ({ ...member, type: this.rewrite(member.type, member.head.replace(/\??: $/, '')) })) };
  }
}
