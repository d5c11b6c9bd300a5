// Asks what a script is run with, field by field, beginning with what it was run with last; kept for each script of this workspace.
import * as vscode from 'vscode';
import { isJsonObject, type JsonObject, type JsonValue } from '../../catalog/json.ts';
import type { FieldValue } from '../../mcp/elicitation/form.ts';
import { fieldStep } from '../elicitation/fieldStep.ts';
import { quickStep } from '../elicitation/quickStep.ts';
import { argumentsOf, parameterField, scriptParameters, type ScriptParameter } from './scriptParameters.ts';

const kept = 'codeMode.scriptArguments';
const mostScripts = 100;
/** Characters of the JSON of arguments that are kept. */
const longestKept = 20_000;

export class ScriptArguments {
  readonly #memory: vscode.Memento;

  /** `memory`: of the workspace. */
  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** Undefined where the user went away from it. `name`: of the script, for people. */
  async ask(script: vscode.Uri, name: string, code: string, signal: AbortSignal): Promise<JsonObject | undefined> {
    const parameters = scriptParameters(code);
    const last = this.#last(script);
    const args = parameters.length === 0 ? await askJson(name, last, signal) : await askFields(name, parameters, last, signal);
    if (args) await this.#keep(script, args);
    return args;
  }

  #last(script: vscode.Uri): JsonObject {
    const all: unknown = this.#memory.get(kept);
    const found = isJsonObject(all) ? all[script.toString()] : undefined;
    return found !== undefined && isJsonObject(found) ? found : {};
  }

  /** The newest last. */
  async #keep(script: vscode.Uri, args: JsonObject): Promise<void> {
    const all: unknown = this.#memory.get(kept);
    const others = Object.entries(isJsonObject(all) ? all : {}).filter(([key]) => key !== script.toString());
    const own = JSON.stringify(args).length > longestKept ? [] : [[script.toString(), args] as const];
    await this.#memory.update(kept, Object.fromEntries([...others.slice(1 - mostScripts), ...own]));
  }
}

async function askFields(
  name: string,
  parameters: readonly ScriptParameter[],
  last: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const fields = parameters.map((parameter) => parameterField(parameter));
  const typed = new Map<string, FieldValue>();
  for (const { name: key, type } of parameters) {
    const value = last[key];
    const field = value === undefined ? undefined : fieldValue(value, type);
    if (field !== undefined) typed.set(key, field);
  }
  for (let index = 0; ;) {
    const field = fields[index];
    if (!field) return argumentsOf(parameters, typed);
    const numbered = fields.length > 1 && { step: index + 1, totalSteps: fields.length };
    const answer = await fieldStep(field, typed.get(field.name), { asking: { signal }, message: `Run ${name} with`, ...numbered });
    if (answer.action === 'back') index -= 1;
    else if (answer.action !== 'next') return undefined;
    else {
      if (answer.value === undefined) typed.delete(field.name);
      else typed.set(field.name, answer.value);
      index += 1;
    }
  }
}

/** As it was typed. */
function fieldValue(value: JsonValue, type: ScriptParameter['type']): FieldValue | undefined {
  if (type === 'json') return typeof value === 'string' ? value : JSON.stringify(value);
  if (type === 'number' || type === 'boolean') return typeof value === type ? (value as FieldValue) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The script does not say what it takes. */
async function askJson(name: string, last: JsonObject, signal: AbortSignal): Promise<JsonObject | undefined> {
  const input = vscode.window.createInputBox();
  input.prompt = 'codemode.args as a JSON object';
  input.placeholder = '{ "month": 5 }';
  input.value = Object.keys(last).length === 0 ? '' : JSON.stringify(last);
  const check = () => {
    const read = readObject(input.value);
    input.validationMessage = read ? undefined : 'It is a JSON object, such as { "month": 5 }.';
    return read;
  };
  input.onDidChangeValue(check);
  const answer = await quickStep(input, { asking: { signal }, message: `Run ${name} with` }, () => {
    const read = check();
    return read && { value: read };
  });
  return answer.action === 'next' ? answer.value : undefined;
}

function readObject(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const value = JSON.parse(text) as JsonValue;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
