// Finds the parts of a schema that are referenced, and their names in the declaration. Only references within the same
// schema are followed; any other reference (to a file or address) means "anything".
import {
  COMBINATORS,
  entries,
  has,
  hasConditions,
  isSchemaObject,
  keyword,
  list,
  UnusableSchema,
  type SchemaObject,
} from './jsonSchema.ts';
import { SchemaResources } from './schemaResources.ts';
import { freeTypeName, RESERVED_TYPE_NAMES } from '../typeNames.ts';

export interface Definition {
  readonly name: string;
  readonly target: SchemaObject;
  /**
   * True if the definition is declared under its name, because it is used more than once or within itself. Any other
   * definition is written where it is used.
   */
  readonly named: boolean;
}

const MOST_SUBSCHEMAS = 10_000;
const MOST_DEFINITIONS = 300;

export class References {
  readonly definitions: ReadonlyMap<SchemaObject, Definition>;
  readonly #root: SchemaObject;
  readonly #resources: SchemaResources;

  /** `rootName` names a schema that refers to itself. No definition gets a name in `taken`. Throws `UnusableSchema`. */
  constructor(root: SchemaObject, rootName: string, taken: ReadonlySet<string>) {
    this.#root = root;
    this.#resources = new SchemaResources(root);
    this.definitions = this.#define(rootName, taken);
  }

  /** Returns the target of the schema's `$ref`; undefined if none can be followed, or if it leads to itself. */
  of(schema: SchemaObject): Definition | undefined {
    const target = this.#target(schema);
    return target && this.definitions.get(target);
  }

  /** True if a keyword that the type does not express may add properties to a value of this schema. */
  mayHaveMore(schema: SchemaObject, seen = new Set<SchemaObject>()): boolean {
    if (seen.has(schema)) return false;
    seen.add(schema);
    const target = this.#target(schema);
    if (hasConditions(schema) || (has(schema, '$ref') && !target)) return true;
    const alternatives = ['anyOf', 'oneOf'].some((name) => isPartlyTyped(list(keyword(schema, name))));
    const branches = [...COMBINATORS.flatMap((name) => list(keyword(schema, name))), target];
    return (
      alternatives || branches.some((branch) => isSchemaObject(branch) && this.mayHaveMore(branch, seen))
    );
  }

  #target(schema: SchemaObject): SchemaObject | undefined {
    const target = this.#resources.target(schema);
    return isSchemaObject(target) ? target : undefined;
  }

  #define(rootName: string, taken: ReadonlySet<string>): ReadonlyMap<SchemaObject, Definition> {
    const uses = new Map<SchemaObject, { count: number; readonly ref: string }>();
    for (const schema of this.#reachable(this.#root)) {
      const target = this.#target(schema);
      if (!target || this.#isOnlyItself(target)) continue;
      const use = uses.get(target) ?? { count: 0, ref: String(keyword(schema, '$ref')) };
      use.count += 1;
      uses.set(target, use);
    }
    if (uses.size > MOST_DEFINITIONS) throw new UnusableSchema(`over ${MOST_DEFINITIONS} definitions`);
    const names = new Set([...RESERVED_TYPE_NAMES, ...taken]);
    return new Map(
      [...uses].map(([target, { count, ref }]) => {
        const named = count > 1 || this.#children(target).some((child) => this.#reachable(child).has(target));
        const raw = target === this.#root ? rootName : (ref.split('/').at(-1) ?? '');
        return [target, { name: named ? freeTypeName(raw, names) : '', target, named }];
      }),
    );
  }

  /** True if the schema refers to itself for the same value, and not only for a part of the value. */
  #isOnlyItself(schema: SchemaObject): boolean {
    const seen = new Set<SchemaObject>();
    const same = (of: SchemaObject) =>
      [this.#target(of), ...COMBINATORS.flatMap((name) => list(keyword(of, name)))].filter(isSchemaObject);
    for (const next of same(schema)) seen.add(next);
    for (const found of seen) for (const next of same(found)) seen.add(next);
    return seen.has(schema);
  }

  /** Returns the schema and all schemas of which its value consists, also through references. */
  #reachable(from: SchemaObject): ReadonlySet<SchemaObject> {
    const found = new Set([from]);
    for (const schema of found) {
      if (found.size > MOST_SUBSCHEMAS) throw new UnusableSchema(`over ${MOST_SUBSCHEMAS} parts`);
      for (const child of this.#children(schema)) found.add(child);
    }
    return found;
  }

  #children(schema: SchemaObject): readonly SchemaObject[] {
    const parts = [
      ...['properties', 'patternProperties'].flatMap((name) =>
        entries(keyword(schema, name)).map(([, value]) => value),
      ),
      ...['prefixItems', 'items', ...COMBINATORS].flatMap((name) => list(keyword(schema, name))),
      ...['additionalProperties', 'items'].map((name) => keyword(schema, name)),
      this.#target(schema),
    ];
    return parts.filter(isSchemaObject);
  }
}

/** True if only some alternatives have types: then the whole has none, but the typed ones' properties may occur. */
function isPartlyTyped(branches: readonly unknown[]): boolean {
  const typed = branches.filter(
    (branch) =>
      isSchemaObject(branch) && has(branch, 'properties', '$ref', 'type', 'enum', 'const', ...COMBINATORS),
  );
  return typed.length > 0 && typed.length < branches.length;
}
