// Asks for the arguments of a saved script, one after the other.
import * as vscode from 'vscode';
import type { JsonObject, JsonValue } from '../../catalog/json.ts';
import { argumentFields, readArgument, type ArgumentField } from '../../scripts/argumentFields.ts';
import { plainLabel } from '../labelText.ts';

/** Undefined where the user went away from it. */
export async function askArguments(path: string, schema: JsonObject): Promise<JsonObject | undefined> {
  const fields = argumentFields(schema);
  const args: [string, JsonValue][] = [];
  for (const [index, field] of fields.entries()) {
    const title = plainLabel(`Run ${path}: ${field.name}${fields.length > 1 ? ` (${index + 1}/${fields.length})` : ''}`);
    const answer = await (field.kind === 'flag' || field.choices ? pick(field, title) : type(field, title));
    if (!answer) return undefined;
    if (answer.value !== undefined) args.push([field.name, answer.value]);
  }
  return Object.fromEntries(args);
}

type Answer = { readonly value: JsonValue | undefined } | undefined;

async function pick({ description, required, choices = [true, false] }: ArgumentField, title: string): Promise<Answer> {
  const items: readonly (vscode.QuickPickItem & { readonly value: JsonValue | undefined })[] = [
    ...choices.map((value) => ({ label: plainLabel(typeof value === 'string' ? value : JSON.stringify(value)), value })),
    ...(required ? [] : [{ label: 'Leave Out', description: 'optional', value: undefined }]),
  ];
  return vscode.window.showQuickPick(items, { title, placeHolder: plainLabel(description), ignoreFocusOut: true });
}

async function type(field: ArgumentField, title: string): Promise<Answer> {
  const { description, required, kind } = field;
  const text = await vscode.window.showInputBox({
    ...{ title, prompt: plainLabel(description), ignoreFocusOut: true },
    placeHolder: `${kind === 'json' ? 'JSON' : kind}${required ? '' : ' (optional; leave empty to leave it out)'}`,
    validateInput: (typed) => {
      const read = readArgument(field, typed);
      return 'problem' in read ? read.problem : undefined;
    },
  });
  const read = text === undefined ? undefined : readArgument(field, text);
  return read && 'value' in read ? read : undefined;
}
