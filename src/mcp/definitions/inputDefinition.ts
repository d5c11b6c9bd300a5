// Reads the `inputs` of a definition file, which are questions to the user. The three types are those of VS Code.
import { isJsonObject } from '../../base/json.ts';

interface InputBase {
  readonly id: string;
  /** The file that defines the input. Inputs with the same ID in two files are different inputs. */
  readonly origin: string;
  readonly description?: string;
}

interface PromptInput extends InputBase {
  readonly type: 'promptString';
  readonly default?: string;
  readonly password: boolean;
}

interface PickInput extends InputBase {
  readonly type: 'pickString';
  readonly options: readonly PickOption[];
  /** The preselected value. */
  readonly default?: string;
}

interface PickOption {
  readonly label: string;
  readonly value: string;
}

/** An input whose value an editor command returns. */
interface CommandInput extends InputBase {
  readonly type: 'command';
  readonly command: string;
  readonly args?: unknown;
}

export type InputDefinition = PromptInput | PickInput | CommandInput;

interface ReadInputs {
  /** Inputs by ID. If several inputs have one ID, the first wins. */
  readonly inputs: ReadonlyMap<string, InputDefinition>;
  /** One clause for each invalid input. */
  readonly problems: readonly string[];
}

/** Reads the value of `inputs` in a file. */
export function readInputs(value: unknown, origin: string): ReadInputs {
  const inputs = new Map<string, InputDefinition>();
  if (value === undefined) return { inputs, problems: [] };
  if (!Array.isArray(value)) return { inputs, problems: ['"inputs" must be an array'] };
  const problems: string[] = [];
  for (const [index, written] of value.entries()) {
    const input = readInput(written, origin);
    if (typeof input === 'string') problems.push(`input ${index + 1} of "inputs" ${input}`);
    else if (inputs.has(input.id)) problems.push(`input "${input.id}" is defined twice; the first is used`);
    else inputs.set(input.id, input);
  }
  return { inputs, problems };
}

/** Returns the input, or a clause that says why it is invalid. */
function readInput(written: unknown, origin: string): InputDefinition | string {
  if (typeof written !== 'object' || written === null) return 'must be an object';
  const fields: Readonly<Record<string, unknown>> = { ...written };
  const { id, type, description, command, args } = fields;
  if (typeof id !== 'string' || id === '') return 'needs an "id"';
  const base = { id, origin, ...(typeof description === 'string' && { description }) };
  const fallback = typeof fields['default'] === 'string' && { default: fields['default'] };
  switch (type) {
    case 'promptString':
      return { ...base, type, ...fallback, password: fields['password'] === true };
    case 'pickString': {
      const options = Array.isArray(fields['options']) ? fields['options'].flatMap(pickOption) : [];
      return options.length > 0 ? { ...base, type, options, ...fallback } : 'needs "options"';
    }
    case 'command':
      if (typeof command !== 'string') return 'needs a "command"';
      return { ...base, type, command, ...(args !== undefined && { args }) };
    default:
      return 'needs a "type": "promptString", "pickString" or "command"';
  }
}

function pickOption(option: unknown): PickOption[] {
  if (typeof option === 'string') return [{ label: option, value: option }];
  const { label, value } = isJsonObject(option) ? option : {};
  return typeof value === 'string' ? [{ label: typeof label === 'string' ? label : value, value }] : [];
}
