// Asks for the arguments of a script, field by field, starting from the last arguments. A script that declares no
// parameters gets one JSON object.
import * as vscode from 'vscode';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { pickValue, yesOrNo } from '../elicitation/pickStep.ts';
import { askInSteps, typeStep, type StepAnswer, type StepFrame } from '../elicitation/quickStep.ts';
import { plainLabel } from '../labelText.ts';
import type { ArgumentMemory } from './argumentMemory.ts';
import {
  isSecretScriptParameter,
  readTyped,
  typedText,
  withoutSecrets,
  type ScriptParameter,
} from './scriptParameter.ts';
import { stringifyExact } from '../../base/exactJson.ts';

const remembered = vscode.l10n.t('Remembered in this workspace.');
const notRemembered = vscode.l10n.t(
  'A secret: not shown, not remembered for the next run; the record of the run may have it.',
);

interface AskedScript {
  /** Address of the script, under which its arguments are remembered. */
  readonly uri: vscode.Uri;
  /** Name of the script for the title. */
  readonly name: string;
  readonly parameters: readonly ScriptParameter[];
}

/** Resolves to the arguments; undefined if the user closed the form. */
export async function askArguments(
  memory: ArgumentMemory,
  { uri, name, parameters }: AskedScript,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const script = uri.toString();
  const last = withoutSecrets(memory.last(script), parameters);
  const message = vscode.l10n.t('Run {0}: Arguments', name.slice(name.lastIndexOf('/') + 1));
  const frame = { asking: { signal }, message };
  const args =
    parameters.length === 0 ? await askObject(last, frame) : await askEach(parameters, last, frame);
  if (args) await memory.keep(script, parameters, args);
  return args;
}

async function askEach(
  parameters: readonly ScriptParameter[],
  last: JsonObject,
  frame: StepFrame,
): Promise<JsonObject | undefined> {
  const known = new Map(Object.entries(last));
  const values = new Map(parameters.map((parameter) => [parameter, known.get(parameter.name)]));
  if (await askInSteps(parameters, values, frame, argumentStep)) return undefined;
  return Object.fromEntries(
    [...values].flatMap(([{ name }, value]): [string, JsonValue][] =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

function argumentStep(
  parameter: ScriptParameter,
  value: JsonValue | undefined,
  frame: StepFrame,
): Promise<StepAnswer<JsonValue | undefined>> {
  const { name, description, type, choices, required } = parameter;
  const asked = description === undefined ? `${name}.` : `${name}: ${description.replace(/\.?$/, '.')}`;
  if (choices || type === 'flag') {
    const options = choices?.map((choice) => ({
      label: typeof choice === 'string' ? choice : stringifyExact(choice),
      value: choice,
    }));
    const placeholder = plainLabel(`${asked} ${remembered}`);
    return pickValue<JsonValue>(frame, placeholder, options ?? yesOrNo, { required, value });
  }
  const isSecret = isSecretScriptParameter(parameter);
  const kind = type === 'any' ? vscode.l10n.t('text or JSON') : type === 'json' ? 'JSON' : type;
  const optional = required ? '' : vscode.l10n.t(', optional: leave empty to skip');
  const text = {
    prompt: plainLabel(`${asked} ${isSecret ? notRemembered : remembered}`),
    placeholder: plainLabel(`${name} (${kind}${optional})`),
    value: value === undefined ? '' : (typedText(parameter, value) ?? ''),
    isSecret,
  };
  return typeStep(frame, text, (typed) => readTyped(parameter, typed));
}

/** Asks for one JSON object, for a script that declares no parameters. */
async function askObject(last: JsonObject, frame: StepFrame): Promise<JsonObject | undefined> {
  const prompt = vscode.l10n.t(
    'codemode.args as a JSON object. {0} What is named a password, token, key or secret is not.',
    remembered,
  );
  const value = Object.keys(last).length === 0 ? '' : stringifyExact(last);
  const answer = await typeStep<JsonObject>(
    frame,
    { prompt: plainLabel(prompt), placeholder: '{ "month": 5 }', value },
    (typed) => {
      const read = typed.trim() === '' ? { value: {} } : readTyped({ type: 'json', required: true }, typed);
      return 'value' in read && isJsonObject(read.value)
        ? { value: read.value }
        : { problem: vscode.l10n.t('It is a JSON object, such as { "month": 5 }.') };
    },
  );
  return answer.action === 'next' ? answer.value : undefined;
}
