// Names object types that a tool's schemas contain more than once, so that each is shown once.
import { freeTypeName, RESERVED_TYPE_NAMES } from '../typeNames.ts';
import { layOut, type Member, type ObjectText, type TypeText } from './typeText.ts';

/** Minimum length of a shared type in characters, with comments. Shorter types are easier to read in place. */
const SHORTEST_SHARED = 80;

/** Names every repeated object type in `types` and `definitions` after the first property that has it. */
export function shareTypes(types: readonly TypeText[], definitions: readonly Member[]) {
  const repeats = new Repeats();
  for (const type of [...types, ...definitions.map(({ type }) => type)]) repeats.count(type);
  if (!repeats.any) return { types, definitions };
  const namer = new Namer(
    repeats,
    new Set([...RESERVED_TYPE_NAMES, ...definitions.map(({ head }) => head.split(' ')[1] ?? '')]),
  );
  const shared = types.map((type) => namer.rewrite(type, 'Type'));
  const rewritten = definitions.map((definition) => ({ ...definition, type: namer.inside(definition.type) }));
  return { types: shared, definitions: [...rewritten, ...namer.definitions()] };
}

/** Counts how often each object type occurs. The content of a repeated type counts once. */
class Repeats {
  readonly #texts = new Map<ObjectText, string>();
  readonly #seen = new Set<string>();
  readonly #repeated = new Set<string>();

  get any(): boolean {
    return this.#repeated.size > 0;
  }

  /** Returns the text of a repeated type as its key; undefined for any other type. */
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

  /** Replaces repeated types by their names. `hint` is the text from which a name is formed. */
  rewrite(type: TypeText, hint: string): TypeText {
    return type.map((part) => {
      if (typeof part === 'string') return part;
      if ('group' in part) return { group: this.rewrite(part.group, hint) };
      const key = this.#repeats.keyOf(part);
      return key === undefined ? this.#members(part) : this.#nameOf(key, part, hint);
    });
  }

  /** Rewrites the content of a type. The type itself already has a name. */
  inside(type: TypeText): TypeText {
    return type.map((part) => {
      if (typeof part === 'string') return part;
      return 'group' in part ? { group: this.inside(part.group) } : this.#members(part);
    });
  }

  #nameOf(key: string, object: ObjectText, hint: string): string {
    const known = this.#named.get(key);
    if (known) return known.name;
    const entry: { readonly name: string; type: TypeText } = {
      name: freeTypeName(hint, this.#names),
      type: [],
    };
    this.#named.set(key, entry);
    entry.type = [this.#members(object)];
    return entry.name;
  }

  #members({ members }: ObjectText): ObjectText {
    return {
      members: members.map((member) => ({
        ...member,
        type: this.rewrite(member.type, member.head.replace(/\??: $/, '')),
      })),
    };
  }
}
