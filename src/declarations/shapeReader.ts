// Reads a shape as people write it in prose, `{ id: string, tags: [...], "total": 7 }`: TypeScript, Python, an example in JSON, or a mix
// of them. Servers write it, so it is read once from left to right, within bounds.
import { isFieldName } from './observedShape.ts';
import type { SchemaObject } from './schema/jsonSchema.ts';

const MOST_CHARACTERS = 4_000;
const MOST_VALUES = 300;
const DEEPEST = 6;

const ANYTHING: SchemaObject = {};
const TYPES: ReadonlyMap<string, SchemaObject> = new Map<string, SchemaObject>([
  ...['string', 'str', 'text'].map((word) => [word, { type: 'string' }] as const),
  ...['number', 'int', 'integer', 'float', 'double', 'n'].map((word) => [word, { type: 'number' }] as const),
  ...['boolean', 'bool', 'true', 'false'].map((word) => [word, { type: 'boolean' }] as const),
  ...['null', 'none', 'undefined'].map((word) => [word, { type: 'null' }] as const),
  ...['object', 'dict'].map((word) => [word, { type: 'object' }] as const),
  ...['array', 'list'].map((word) => [word, { type: 'array' }] as const),
]);

/** As values these would be odd. */
const QUOTED_TYPE = /^.(?:number|integer|int|float|boolean|bool).$/;

const SPACE = /(?:\s|\/\/[^\n]*|#[^\n]*|\/\*[^*]*\*\/)*/y;
const BLANK = /[ \t]*/y;
const KEY = /(?:"([^"\n]{1,60})"|'([^'\n]{1,60})'|([\p{L}_$][\p{L}\p{N}_$-]{0,59}))(\?)?[ \t]*(:)?/uy;
/** `[id: string]:`, `[key]:`, `<id>:` */
const ANY_KEY = /(?:\[[\w$ :]{1,60}\]|<[\w$ -]{1,60}>)[ \t]*:/y;
const TEXT = /"(?:[^"\\\n]|\\.){0,500}"|'(?:[^'\\\n]|\\.){0,500}'/y;
const NUMBER = /-?\d[\w.+-]*/y;
const WORD = /[\p{L}_][\p{L}\p{N}_.]*/uy;
const REST = /\.\.\.|…/y;
const OR = /\s*(?:\||\/(?!\/)|or\b)\s*/y;
const PROSE = /[^,;\n{}[\]]{0,300}/y;

class NoShape extends Error {}

/** The shape that begins with the bracket at `start`, as a schema; undefined where none does. */
export function readShapeAt(text: string, start: number): SchemaObject | undefined {
  try {
    return new ShapeReader(text.slice(start, start + MOST_CHARACTERS)).value(0);
  } catch (error) {
    if (error instanceof NoShape) return undefined;
    throw error;
  }
}

class ShapeReader {
  readonly #text: string;
  #at = 0;
  #left = MOST_VALUES;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): SchemaObject {
    const first = this.#one(depth);
    const alternatives = [first];
    while (this.#match(OR) !== undefined) alternatives.push(this.#one(depth));
    if (alternatives.length === 1) return first;
    const different = [...new Map(alternatives.map((schema) => [JSON.stringify(schema), schema])).values()];
    if (different.some((schema) => Object.keys(schema).length === 0)) return ANYTHING;
    return different.length > 1 ? { anyOf: different } : (different[0] ?? ANYTHING);
  }

  #one(depth: number): SchemaObject {
    if (depth > DEEPEST || this.#left-- <= 0) throw new NoShape();
    this.#match(SPACE);
    let schema = this.#single(depth);
    while (this.#text.startsWith('[]', this.#at)) {
      this.#at += 2;
      schema = arrayOf(schema);
    }
    return schema;
  }

  #single(depth: number): SchemaObject {
    const next = this.#text[this.#at];
    if (next === '{') return this.#object(depth);
    if (next === '[') return this.#array(depth);
    const text = this.#match(TEXT)?.[0];
    if (text !== undefined) return (QUOTED_TYPE.test(text) ? TYPES.get(text.slice(1, -1)) : undefined) ?? { type: 'string' };
    if (this.#match(NUMBER)) return { type: 'number' };
    const word = this.#match(WORD)?.[0].toLowerCase();
    if (word === undefined) {
      if (this.#match(REST) || next === '<') return ANYTHING;
      throw new NoShape();
    }
    return this.#generic(word, depth) ?? TYPES.get(word) ?? ANYTHING;
  }

  /** `Array<string>`, `list[dict]`, `Optional[int]`; the arguments of others say nothing here. */
  #generic(word: string, depth: number): SchemaObject | undefined {
    const close = { '<': '>', '[': ']' }[this.#text[this.#at] ?? ''];
    if (close === undefined || this.#text.startsWith('[]', this.#at)) return undefined;
    this.#at += 1;
    const given = [this.value(depth + 1)];
    while (this.#takes(',')) given.push(this.value(depth + 1));
    if (!this.#takes(close)) throw new NoShape();
    const [first = ANYTHING] = given;
    if (/^(?:readonly)?(?:array|list|sequence|set)$/.test(word)) return arrayOf(first);
    return word === 'optional'
      ? { anyOf: [first, { type: 'null' }] }
      : word === 'dict' || word === 'record'
        ? { type: 'object' }
        : ANYTHING;
  }

  #array(depth: number): SchemaObject {
    this.#at += 1;
    let items: SchemaObject | undefined;
    while (!this.#takes(']')) {
      const item = this.value(depth + 1);
      // What stands for more of the same says nothing.
      if (Object.keys(item).length > 0) items ??= item;
      this.#takes(',');
    }
    return arrayOf(items ?? ANYTHING);
  }

  #object(depth: number): SchemaObject {
    this.#at += 1;
    const properties = new Map<string, SchemaObject>();
    const required: string[] = [];
    let others: SchemaObject | undefined;
    while (!this.#takes('}')) {
      if (this.#match(REST)) {
        others ??= ANYTHING;
      } else if (this.#match(ANY_KEY)) {
        others = this.value(depth + 1);
        this.#match(PROSE);
      } else {
        const { name, isOptional, schema } = this.#property(depth);
        if (!isFieldName(name)) others = schema;
        else if (!isOptional && !properties.has(name)) required.push(name);
        if (isFieldName(name) && !properties.has(name)) properties.set(name, schema);
      }
      this.#takes(',', ';');
    }
    if (properties.has('type') && properties.has('properties')) throw new NoShape(); // a schema, not a value
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      required,
      ...(others && { additionalProperties: Object.keys(others).length > 0 ? others : true }),
    };
  }

  #property(depth: number): { readonly name: string; readonly isOptional: boolean; readonly schema: SchemaObject } {
    const [, double, single, plain, mark, colon] = this.#match(KEY) ?? [];
    const name = double ?? single ?? plain;
    if (name === undefined) throw new NoShape();
    if (colon === undefined) {
      this.#match(BLANK);
      // A name by itself stands alone; anything else is prose.
      if (!/^(?:[,;}\n\r]|\/\/|#|$)/.test(this.#text.slice(this.#at, this.#at + 2))) throw new NoShape();
      return { name, isOptional: mark !== undefined, schema: ANYTHING };
    }
    const schema = this.value(depth + 1);
    const prose = this.#match(PROSE)?.[0] ?? '';
    return { name, isOptional: mark !== undefined || /\boptional\b/i.test(prose), schema };
  }

  /** Whether one of these comes next, which is read then. */
  #takes(...characters: readonly string[]): boolean {
    this.#match(SPACE);
    const next = this.#text[this.#at];
    if (next === undefined) throw new NoShape();
    if (!characters.includes(next)) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) return undefined;
    this.#at = pattern.lastIndex;
    return found;
  }
}

function arrayOf(items: SchemaObject): SchemaObject {
  return { type: 'array', items };
}
