// The example value that the description of an argument gives: `The order id, such as '#W0000000'.` Descriptions are hostile: bounded, linear.
import { isObject, keyword, typesOf, type SchemaObject } from '../schema/jsonSchema.ts';
import { matches } from './patternText.ts';

/** Of a description, from its beginning. */
const MOST_CHARACTERS = 2_000;

const ANNOUNCED = String.raw`\b(?:such as|e\.g\.|eg|for example|examples?|like)[\s:,(]{1,5}`;
const TEXT = new RegExp(`${ANNOUNCED}(?:'([^'\\n]{1,80})'|"([^"\\n]{1,80})"|\`([^\`\\n]{1,80})\`)`, 'i');
const NUMBER = new RegExp(String.raw`${ANNOUNCED}(-?\d{1,12}(?:\.\d{1,6})?)(?![\w.-]*[A-Za-z:-])`, 'i');

/** undefined where there is none, or none of the argument's type and pattern. For a list, one that holds the example. */
export function describedExample(schema: SchemaObject): string | number | readonly string[] | undefined {
  const description = keyword(schema, 'description');
  if (typeof description !== 'string') return undefined;
  const text = description.slice(0, MOST_CHARACTERS);
  const [type] = typesOf(schema).filter((found) => found !== 'null');
  if (type === 'string') return textIn(text, schema);
  if (type === 'integer' || type === 'number') {
    const number = NUMBER.exec(text)?.[1];
    return number === undefined ? undefined : Number(number);
  }
  const items = keyword(schema, 'items');
  if (type !== 'array' || !isObject(items) || !typesOf(items).includes('string')) return undefined;
  const item = textIn(text, items);
  return item === undefined ? undefined : [item];
}

function textIn(text: string, schema: SchemaObject): string | undefined {
  const [, single, double, code] = TEXT.exec(text) ?? [];
  const found = single ?? double ?? code;
  const pattern = keyword(schema, 'pattern');
  return found !== undefined && typeof pattern === 'string' && !matches(pattern, found) ? undefined : found;
}
