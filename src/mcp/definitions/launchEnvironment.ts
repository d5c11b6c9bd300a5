// Builds the environment of a server's process by VS Code's rules: the host's variables, then `envFile`, then `env`.
import { delimiter } from 'node:path';
import { readText } from './readDefinitions.ts';
import type { StdioLaunch } from './serverDefinition.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
type EnvironmentOutcome =
  { readonly ok: true; readonly env: Environment } | { readonly ok: false; readonly error: string };

/**
 * True for variables that are not passed to servers. The editor's own variables are meant for the editor; with
 * `ELECTRON_RUN_AS_NODE`, an Electron program does not start normally. `CODE_MODE_INPUT_` variables hold answers for
 * one server only.
 */
const isPrivateToHost = (name: string) =>
  name === 'ELECTRON_RUN_AS_NODE' || /^(VSCODE|CODE_MODE_INPUT)_/.test(name);

/** `env.PATH` is appended to the host's PATH, and `null` removes a variable (VS Code 1.139). */
export async function launchEnvironment(
  launch: Pick<StdioLaunch, 'env' | 'envFile'>,
  host: Environment,
): Promise<EnvironmentOutcome> {
  const env = new Map(Object.entries(host).filter(([name]) => !isPrivateToHost(name)));
  if (launch.envFile !== undefined) {
    const file = await readText({ path: launch.envFile });
    if (!file.ok) {
      const error = `it cannot start: "envFile" ${launch.envFile} is unreadable (${file.why}). Correct or remove it.`;
      return { ok: false, error };
    }
    for (const [name, value] of readEnvFile(file.text)) env.set(nameIn(env, name), value);
  }
  for (const [asked, value] of Object.entries(launch.env)) {
    const name = nameIn(env, asked);
    const path = name.toUpperCase() === 'PATH' ? env.get(name) : undefined;
    if (value === null) env.delete(name);
    else env.set(name, path ? `${path}${delimiter}${value}` : value);
  }
  return { ok: true, env: Object.fromEntries(env) };
}

/** On Windows, names of variables are case-insensitive, so `Path` and `PATH` are one variable. */
function nameIn(env: ReadonlyMap<string, unknown>, asked: string): string {
  if (process.platform !== 'win32') return asked;
  return [...env.keys()].find((name) => name.toUpperCase() === asked.toUpperCase()) ?? asked;
}

// Reads an `envFile` by VS Code's rules (1.139): one `NAME=value` or `NAME: value` on each line, with quotes around a
// value that contains `#`. In addition, a quoted value may span several lines, as keys and certificates do.
/** Returns names with their values, in the order of the file. */
export function readEnvFile(text: string): readonly (readonly [name: string, value: string])[] {
  const found: (readonly [string, string])[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const [, name, written = ''] =
      /^\s*(?:export\s+)?([^\s#=:'"`][^=:]*)[=:]\s*([^]*)$/.exec(lines[at] ?? '') ?? [];
    if (name === undefined) continue;
    const block = blockOf(written, lines, at + 1);
    if (block) at = block.end;
    found.push([name.trimEnd(), block ? block.value : valueOf(written)]);
  }
  return found;
}

interface Block {
  readonly value: string;
  /** Index of the last line. */
  readonly end: number;
}

/** Reads a value from a quote on the line before `next` to the same quote at the end of a later line. */
function blockOf(written: string, lines: readonly string[], next: number): Block | undefined {
  const quote = /^["'`]/.exec(written)?.[0];
  if (quote === undefined || written.indexOf(quote, 1) > 0) return undefined;
  let end = next;
  while (end < lines.length && lines[end]?.includes(quote) !== true) end += 1;
  const last = lines[end]?.trimEnd();
  if (last === undefined || last.indexOf(quote) !== last.length - 1) return undefined;
  return { value: unquoted([written, ...lines.slice(next, end), last].join('\n')), end };
}

/** Returns the value on one line, without a trailing comment. */
function valueOf(written: string): string {
  const [code = ''] = /^(?:(["'`])(?:\\.?|(?!\1)[^\\])*(?:\1|$)|[^"'`#])*/.exec(written) ?? [];
  return unquoted(code.trim());
}

function unquoted(text: string): string {
  const [, quote, inner] = /^(["'`])([^]*)\1$/.exec(text) ?? [];
  if (inner === undefined) return text;
  return quote === '"' ? inner.replaceAll('\\n', '\n').replaceAll('\\r', '\r') : inner;
}
