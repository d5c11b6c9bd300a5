// Computes the approval that a definition from a workspace file needs before it is used. The approval covers all that
// decides which program starts or which address is called, and with which variables. The approval is stored by a hash
// of these parts, so a changed definition is no longer approved.
import { createHash } from 'node:crypto';
import { isJsonObject } from '../../base/json.ts';
import type { RawServer } from './definitionFile.ts';
import type { InputDefinition } from './inputDefinition.ts';
import type { EntryFile } from './serverLaunch.ts';
import type { WaitingItem } from './trustStore.ts';
import { substituteVariables, type VariableContext } from './variables.ts';

/** The fields that decide which program starts or which address is called. */
const decisive = [
  'type',
  'command',
  'args',
  'cwd',
  'env',
  'envFile',
  'url',
  'headers',
  'oauth',
  'sandboxEnabled',
] as const;

/** The approval that a server in the file `origin` needs. `folder`: the workspace folder to which it belongs. */
export function definitionApproval(
  { name, value, origin }: Pick<RawServer, 'name' | 'value'> & { readonly origin: string },
  file: EntryFile,
  folder: string,
  context: Omit<VariableContext, 'env' | 'folder' | 'dialect'>,
): WaitingItem {
  const { dialect } = file;
  const substituted = substituteVariables(value, {
    ...context,
    env: undefined,
    folder: file.folder,
    dialect,
  });
  const fields = isJsonObject(substituted.value) ? substituted.value : {};
  const inputs = substituted.inputs.flatMap((id) => file.inputs.get(id) ?? []);
  const decides = decisive.map((field) => [field, fields[field] ?? null]);
  const hashed = canonical([1, name, origin, file.folder ?? null, dialect, decides, inputs]);
  const covers = [...statements(fields), ...inputs.map(inputStatement)].map(inOneLine);
  const hash = createHash('sha256').update(hashed).digest('hex');
  return { kind: 'server', name, origin, hash, folder, covers };
}

/** Returns JSON that does not depend on the order of an object's members. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isJsonObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Returns the statements about a definition, with the command line or the address first. */
function statements(fields: Readonly<Record<string, unknown>>): readonly string[] {
  const { type, command, args, url, ...others } = fields;
  const parts: readonly unknown[] = [command, ...(Array.isArray(args) ? (args as readonly unknown[]) : [])];
  const line = parts.filter((part): part is string => typeof part === 'string' && part !== '');
  return [
    ...(typeof type === 'string' ? [`type: ${type}`] : []),
    ...(line.length > 0 ? [line.map(shellWord).join(' ')] : []),
    ...(typeof url === 'string' ? [url] : []),
    ...decisive.flatMap((field) => statement(field, others[field])),
  ];
}

function statement(field: string, value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [`${field}: ${textOf(value)}`];
  return Object.entries(value).map(([name, inner]) => `${field}: ${name}=${textOf(inner)}`);
}

/** The values that the user picks count, because a label may say something else. */
function inputStatement(input: InputDefinition): string {
  const { id, type } = input;
  if (type === 'command')
    return `editor command: ${input.command}${input.args === undefined ? '' : ` ${textOf(input.args)}`}`;
  const choices = type === 'pickString' ? [`one of ${input.options.map(valueOf).join(', ')}`] : [];
  const byDefault = input.default === undefined ? [] : [`by default ${shellWord(input.default)}`];
  return [`input: ${id}`, ...choices, ...byDefault].join(', ');
}

function valueOf({ value }: { readonly value: string }): string {
  return shellWord(value);
}

/** Escapes line ends, because each line of the text is one statement and a value must not add another. */
function inOneLine(text: string): string {
  return text.replaceAll('\r', '\\r').replaceAll('\n', '\\n');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Quotes the argument for a POSIX shell, so that the boundaries of arguments are visible. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./~\\${}-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
