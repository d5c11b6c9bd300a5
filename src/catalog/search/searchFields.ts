// What a tool is found by: its name above all, then what it and its arguments say of themselves.
import type { CatalogTool } from '../catalogSnapshot.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import type { Field } from './searchIndex.ts';

/** Characters that count: what a text is about stands at its beginning. */
const LONGEST = { title: 200, summary: 200, description: 500, arguments: 300, argumentText: 200, argumentTexts: 400 };
const DEEPEST_ARGUMENT = 4;
const MOST_ARGUMENTS = 100;
const MOST_ENUM_VALUES = 20;

interface ArgumentWords {
  readonly names: string[];
  readonly texts: string[];
}

export function searchFields(tool: CatalogTool): readonly Field[] {
  const { server, namespace, name, method, title = '', description } = tool;
  const words: ArgumentWords = { names: [], texts: [] };
  gather(tool.inputSchema, words, 0);
  const summary = summaryOf(description);
  return [
    { text: name === method ? name : `${name} ${method}`, weight: 12, usualLength: 2 },
    { text: title.slice(0, LONGEST.title), weight: 4, usualLength: 3 },
    { text: server === namespace ? server : `${server} ${namespace}`, weight: 5, usualLength: 2 },
    { text: summary, weight: 2, usualLength: 17 },
    { text: description.slice(summary.length, LONGEST.description), weight: 0.8, usualLength: 40 },
    { text: words.names.join(' ').slice(0, LONGEST.arguments), weight: 0.25, usualLength: 8 },
    { text: words.texts.join(' ').slice(0, LONGEST.argumentTexts), weight: 0.4, usualLength: 40 },
  ];
}

function summaryOf(description: string): string {
  const end = description.search(/[.!?]\s|\n/);
  return description.slice(0, Math.min(end < 0 ? description.length : end, LONGEST.summary));
}

/** Names of arguments, and their descriptions with the values they may have. */
function gather(schema: JsonValue | undefined, words: ArgumentWords, depth: number): void {
  if (!isJsonObject(schema) || depth > DEEPEST_ARGUMENT) return;
  const { properties, items } = schema;
  for (const [name, property] of Object.entries(isJsonObject(properties) ? properties : {})) {
    if (words.names.length >= MOST_ARGUMENTS) return;
    words.names.push(name);
    if (isJsonObject(property)) words.texts.push(...textsOf(property));
    gather(property, words, depth + 1);
  }
  gather(items, words, depth + 1);
}

function textsOf({ description, enum: values }: JsonObject): readonly string[] {
  const allowed: readonly unknown[] = Array.isArray(values) ? values.slice(0, MOST_ENUM_VALUES) : [];
  return [description, ...allowed].filter((text) => typeof text === 'string').map((text) => text.slice(0, LONGEST.argumentText));
}
