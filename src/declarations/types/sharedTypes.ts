// Names object types that a tool's schemas contain more than once, so that each is shown once.
import { freeTypeName, RESERVED_TYPE_NAMES } from '../typeNames.ts';
import { layOut, type Member, type ObjectText, type TypeText } from './typeText.ts';

/** Minimum length of a shared type in characters, with comments. Shorter types are easier to read in place. */
const SHORTEST_SHARED = 80;

/** Names every repeated object type in `types` and `definitions` after the first property that has it. */
export function shareTypes(types: readonly TypeText[], definitions: readonly Member[]) {
  const sharer = new TypeSharer(definitions.map(({ head }) => head.split(' ')[1] ?? ''));
  for (const type of [...types, ...definitions.map(({ type }) => type)]) sharer.count(type);
  const shared = types.map((type) => sharer.rewrite(type, 'Type'));
  const rewritten = definitions.map((definition) => ({
    ...definition,
    type: sharer.inside(definition.type),
  }));
  return { types: shared, definitions: [...rewritten, ...sharer.definitions()] };
}

class TypeSharer {
  readonly #names: Set<string>;
  /** Texts of the object types that are long enough to be shared. */
  readonly #texts = new Map<ObjectText, string>();
  readonly #seen = new Set<string>();
  readonly #repeated = new Set<string>();
  /** New definitions by the text of their type. */
  readonly #named = new Map<string, { readonly name: string; type: TypeText }>();

  constructor(taken: readonly string[]) {
    this.#names = new Set([...RESERVED_TYPE_NAMES, ...taken]);
  }

  definitions(): readonly Member[] {
    return [...this.#named.values()].map(({ name, type }) => ({ head: `type ${name} = `, type }));
  }

  /** Counts how often each object type occurs. The content of a repeated type counts once. */
  count(type: TypeText): void {
    for (const part of type) if (typeof part === 'object') this.#countObject(part);
  }

  /** Replaces repeated types by their names. `hint` is the text from which a name is formed. */
  rewrite(type: TypeText, hint: string): TypeText {
    return type.map((part) => {
      if (typeof part === 'string') return part;
      const text = this.#texts.get(part);
      return text !== undefined && this.#repeated.has(text)
        ? this.#nameOf(text, part, hint)
        : this.#members(part);
    });
  }

  /** Rewrites the content of a type. The type itself already has a name. */
  inside(type: TypeText): TypeText {
    return type.map((part) => (typeof part === 'string' ? part : this.#members(part)));
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

  #nameOf(text: string, object: ObjectText, hint: string): string {
    const known = this.#named.get(text);
    if (known) return known.name;
    const entry = { name: freeTypeName(hint, this.#names), type: [] as TypeText };
    this.#named.set(text, entry);
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
