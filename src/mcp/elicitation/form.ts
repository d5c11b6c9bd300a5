// A form that a server asks the user to fill in (MCP 2025-11-25, "Elicitation", form mode), after the check, with texts
// that can be shown.

/** Value of a field. A field that the user leaves out has no value. */
export type FieldValue = string | number | boolean | readonly string[];

interface FieldBase {
  /** Key of the value in the response. */
  readonly name: string;
  /** One line. */
  readonly title: string;
  readonly description?: string;
  readonly required: boolean;
}

export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

export interface TextField extends FieldBase {
  readonly kind: 'text';
  readonly format?: TextFormat;
  /** In characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Source of a regular expression that the server wrote. */
  readonly pattern?: string;
  readonly default?: string;
}

export interface NumberField extends FieldBase {
  readonly kind: 'number';
  readonly integer: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

interface FlagField extends FieldBase {
  readonly kind: 'flag';
  readonly default?: boolean;
}

export interface Choice {
  readonly value: string;
  /** One line. */
  readonly title: string;
}

interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly choices: readonly Choice[];
  readonly default?: string;
}

export interface ChoicesField extends FieldBase {
  readonly kind: 'choices';
  readonly choices: readonly Choice[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: readonly string[];
}

/** A field into which the user types. */
export type TypedField = TextField | NumberField;
export type FormField = TypedField | FlagField | ChoiceField | ChoicesField;

export interface Form {
  /** The server's reason for the question. */
  readonly message: string;
  readonly fields: readonly FormField[];
}

export type FormContent = Readonly<Record<string, FieldValue>>;

/** Returns the values in the order of the fields, without fields that are left out. */
export function contentOf(
  { fields }: Form,
  valueOf: (field: FormField) => FieldValue | undefined,
): FormContent {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueOf(field);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

/** Returns advice for the user if the number of choices is not allowed; undefined if the choices can be sent. */
export function choicesProblem(
  { minItems = 0, maxItems = Infinity, required }: ChoicesField,
  count: number,
): string | undefined {
  if (count === 0 && !required) return undefined;
  const least = Math.max(minItems, required ? 1 : 0);
  if (count < least) return `Choose at least ${least}.`;
  return count > maxItems ? `Choose at most ${maxItems}.` : undefined;
}
