// The searchable texts of a tool, with weights: the name has the most weight, then the descriptions of the tool and its
// arguments.
import type { CatalogTool } from '../catalogSnapshot.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { Field } from './searchIndex.ts';

/** Maximum numbers of characters that count, because the beginning of a text has its subject. */
const LONGEST = {
  title: 200,
  summary: 200,
  description: 1_500,
  arguments: 300,
  argumentText: 200,
  argumentTexts: 400,
};
const DEEPEST_ARGUMENT = 4;
const MOST_ARGUMENTS = 100;
const MOST_ENUM_VALUES = 20;

interface ArgumentWords {
  readonly names: string[];
  readonly texts: string[];
}

interface ToolTexts {
  /** Name and description of the tool without the parts that it shares with other tools of its server. */
  readonly ownName: string;
  readonly description: string;
  /** Words for the purpose of the server's product. */
  readonly serverWords: string;
}

export function searchFields(
  tool: CatalogTool,
  { ownName, description, serverWords }: ToolTexts,
): readonly Field[] {
  const { server, namespace, name, method, title = '' } = tool;
  const words: ArgumentWords = { names: [], texts: [] };
  gather(tool.inputSchema, words, 0);
  const summary = summaryOf(description);
  const lead = leadOf(summary);
  return [
    { text: withSwitches(ownName), weight: 12, usualLength: 2 },
    { text: title.slice(0, LONGEST.title), weight: 4, usualLength: 3 },
    {
      text: `${server} ${server === namespace ? '' : namespace} ${name} ${name === method ? '' : method}`,
      weight: 0.8,
      usualLength: 4,
    },
    { text: serverWords, weight: 0.8, usualLength: 3 },
    { text: withSwitches(lead), weight: 4, usualLength: 4 },
    { text: summary.slice(lead.length), weight: 1.6, usualLength: 14 },
    { text: description.slice(summary.length, LONGEST.description), weight: 0.8, usualLength: 40 },
    { text: words.names.join(' ').slice(0, LONGEST.arguments), weight: 0.4, usualLength: 8 },
    { text: words.texts.join(' ').slice(0, LONGEST.argumentTexts), weight: 0.4, usualLength: 40 },
  ];
}

/** Returns the text up to the first pause or preposition: `Creates a calendar event`. */
function leadOf(summary: string): string {
  const end = summary.search(
    /[,;:(]| (?:by|from|in|on|with|using|for|to|into|that|which|based|via|when|if|so|as|at|and optionally)\b/,
  );
  return end < SHORTEST_LEAD ? summary : summary.slice(0, end);
}

const SHORTEST_LEAD = 8;

/** Adds `turnon` or `turnoff` to phrases such as `turn on`, in requests too, because `on` alone carries no meaning. */
function withSwitches(text: string): string {
  return text.replace(/\b(turn|switch|power)s?[ _-]?(on|off)(?![a-z])/gi, '$1 $2 turn$2');
}

function summaryOf(description: string): string {
  const beginning = description.slice(0, LONGEST.summary);
  const end = `${beginning} `.search(/[.!?]\s|\n/);
  return end < 0 ? beginning : beginning.slice(0, end);
}

/** Collects the names of arguments, and their descriptions with the allowed values. */
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
  return [description, ...allowed]
    .filter((text) => typeof text === 'string')
    .map((text) => text.slice(0, LONGEST.argumentText));
}
