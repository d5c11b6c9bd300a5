// Checks the form of an `elicitation/create` request, which a server wrote and a user will see. A form that cannot be
// answered correctly is refused as a whole; long texts are truncated.
import { choicesProblem, type Choice, type Form, type FormField, type TextFormat } from './form.ts';
import { shownLine, shownText } from '../../base/text/plainText.ts';
import { typedValue } from './typedValue.ts';
import { namedFields } from '../../base/guards.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';

const mostFields = 50;
const mostChoices = 500;
const longestName = 200;
const longestTitle = 200;
const longestDescription = 500;
const longestPattern = 500;
/** Maximum length of a default or a choice, in characters. */
const longestValue = 10_000;

const isNumeric = (value: unknown): value is number => typeof value === 'number';
const formatNames: readonly TextFormat[] = ['email', 'uri', 'date', 'date-time'];

/** `problem` is a clause that says why the request is invalid. */
type ReadForm = { readonly ok: true; readonly form: Form } | { readonly ok: false; readonly problem: string };

export function readForm({ message, requestedSchema }: JsonObject): ReadForm {
  if (typeof message !== 'string') return refused('it has no message');
  const { type, properties, required } = asObject(requestedSchema);
  if (type !== 'object' || !isJsonObject(properties)) return refused('its requestedSchema lacks properties');
  const entries = Object.entries(properties);
  if (entries.length > mostFields) return refused(`its form has over ${mostFields} fields`);
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields: FormField[] = [];
  for (const [name, schema] of entries) {
    const field =
      name.length <= longestName && isJsonObject(schema)
        ? readField(name, fieldSchema(schema), needed.has(name))
        : undefined;
    if (!field) return refused(`its field "${shownLine(name, longestName)}" is unsupported`);
    fields.push(field);
  }
  return { ok: true, form: { message: shownText(message), fields } };
}

function readField(name: string, schema: JsonObject, required: boolean): FormField | undefined {
  const { type, title, description, default: fallback } = schema;
  const base = {
    name,
    title: shownLine(typeof title === 'string' && title !== '' ? title : name, longestTitle),
    required,
    ...(typeof description === 'string' && { description: shownLine(description, longestDescription) }),
  };
  switch (type) {
    case 'boolean':
      return { kind: 'flag', ...base, ...(typeof fallback === 'boolean' && { default: fallback }) };
    case 'integer':
    case 'number': {
      const field = {
        kind: 'number',
        ...base,
        integer: type === 'integer',
        ...namedFields(schema, isNumeric, 'minimum', 'maximum'),
      } as const;
      const isRight = typeof fallback === 'number' && typedValue(field, String(fallback)).ok;
      return { ...field, ...(isRight && { default: fallback }) };
    }
    case 'string':
      return schema['enum'] === undefined && schema['oneOf'] === undefined
        ? textField(base, schema)
        : choiceField(base, schema);
    case 'array':
      return choicesField(base, schema);
    default:
      return undefined;
  }
}

type Base = Pick<FormField, 'name' | 'title' | 'required' | 'description'>;

function textField(base: Base, schema: JsonObject): FormField {
  const { pattern, default: fallback } = schema;
  const format = formatNames.find((known) => known === schema['format']);
  const field = {
    kind: 'text',
    ...base,
    ...(format && { format }),
    ...namedFields(schema, isNumeric, 'minLength', 'maxLength'),
    ...(typeof pattern === 'string' && pattern.length <= longestPattern && { pattern }),
  } as const;
  const isRight =
    typeof fallback === 'string' && fallback.length <= longestValue && typedValue(field, fallback).ok;
  return { ...field, ...(isRight && { default: fallback }) };
}

function choiceField(base: Base, schema: JsonObject): FormField | undefined {
  const choices = choicesOf(schema);
  const { default: fallback } = schema;
  const known = choices?.find(({ value }) => value === fallback);
  return choices && { kind: 'choice', ...base, choices, ...(known && { default: known.value }) };
}

function choicesField(base: Base, schema: JsonObject): FormField | undefined {
  const choices = choicesOf(asObject(schema['items']));
  if (!choices) return undefined;
  const limits = namedFields(schema, isNumeric, 'minItems', 'maxItems');
  const field = { kind: 'choices', ...base, choices, ...limits } as const;
  const { default: fallback } = schema;
  const chosen = isJsonArray(fallback)
    ? choices.filter(({ value }) => fallback.includes(value)).map(({ value }) => value)
    : [];
  const isRight = chosen.length > 0 && choicesProblem(field, chosen.length) === undefined;
  return { ...field, ...(isRight && { default: chosen }) };
}

/** Reads `enum`, with or without the older `enumNames`, or titled constants in `oneOf` (in arrays also `anyOf`). */
function choicesOf(schema: JsonObject): readonly Choice[] | undefined {
  const { enum: values, enumNames, oneOf, anyOf } = schema;
  const names = isJsonArray(enumNames) ? enumNames : [];
  const listed = isJsonArray(values)
    ? values.map((value, index) => choiceOf(value, names[index]))
    : [oneOf, anyOf]
        .find(isJsonArray)
        ?.map((item) => choiceOf(asObject(item)['const'], asObject(item)['title']));
  const choices = listed?.filter((choice) => choice !== undefined);
  return choices && choices.length > 0 && choices.length === listed?.length && choices.length <= mostChoices
    ? choices
    : undefined;
}

function choiceOf(value: JsonValue | undefined, title: JsonValue | undefined): Choice | undefined {
  if (typeof value !== 'string' || value.length > longestValue) return undefined;
  return { value, title: shownLine(typeof title === 'string' && title !== '' ? title : value, longestTitle) };
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function refused(problem: string): ReadForm {
  return { ok: false, problem };
}

// Converts the schema of a field to the form in the specification. Schema generators write optional fields as "this or
// null" (pydantic, for `Optional`), and choices without a type.
/** Returns a schema with a single `type`, if there is one. */
function fieldSchema(schema: JsonObject): JsonObject {
  const { type, anyOf, oneOf, ...rest } = schema;
  const types: readonly unknown[] = Array.isArray(type) ? type : [];
  const [listed, ...others] = types.filter((one) => one !== 'null');
  if (typeof listed === 'string' && others.length === 0) return { ...schema, type: listed };
  const only = typeof type === 'string' ? undefined : (besideNull(anyOf) ?? besideNull(oneOf));
  if (only) return { ...only, ...rest };
  const isChoice = type === undefined && (Array.isArray(schema['enum']) || Array.isArray(oneOf));
  return isChoice ? { ...schema, type: 'string' } : schema;
}

/** Returns the only schema besides null; undefined if there is no null or more than one other schema. */
function besideNull(schemas: JsonValue | undefined): JsonObject | undefined {
  const all: readonly unknown[] = Array.isArray(schemas) ? schemas : [];
  const objects = all.filter(isJsonObject);
  const [only, ...others] = objects.filter(({ type }) => type !== 'null');
  return objects.length === 2 && all.length === 2 && others.length === 0 ? only : undefined;
}
