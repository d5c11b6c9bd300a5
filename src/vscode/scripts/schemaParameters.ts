// Derives the parameters of a script from the JSON Schema of its input.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { shownLine } from '../../base/text/plainText.ts';
import type { ScriptParameter } from './scriptParameter.ts';

const mostParameters = 50;

/** Returns the parameters, optional ones last. */
export function schemaParameters({ properties, required }: JsonObject): readonly ScriptParameter[] {
  if (!isJsonObject(properties)) return [];
  const needed = new Set(isJsonArray(required) ? required : []);
  const parameters = Object.entries(properties)
    .slice(0, mostParameters)
    .map(([name, given]): ScriptParameter => {
      const schema = isJsonObject(given) ? given : {};
      const { enum: choices } = schema;
      const description =
        typeof schema['description'] === 'string' ? shownLine(schema['description'], 200) : '';
      return {
        name,
        type: typeOf(schema['type']),
        ...(isJsonArray(choices) && choices.length > 0 && { choices }),
        ...(description !== '' && { description }),
        required: needed.has(name),
      };
    });
  return [...parameters.filter((one) => one.required), ...parameters.filter((one) => !one.required)];
}

function typeOf(type: JsonValue | undefined): ScriptParameter['type'] {
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'flag';
  return type === undefined ? 'any' : 'json';
}
