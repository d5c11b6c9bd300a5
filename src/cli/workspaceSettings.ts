// Reads the workspace settings of VS Code, which apply on the terminal as in the editor. They come with a repository,
// so they can only restrict servers, tools, approvals and data flows. For clients of `serve`, they also choose how the
// remaining tools are offered.
import { extname, join, resolve } from 'node:path';
import { parse, type ParseError } from 'jsonc-parser';
import { narrowingGlobs } from '../base/globs/narrowingGlobs.ts';
import { isJsonObject } from '../base/json.ts';
import { readFlowRules, readRules, type ApprovalRule } from '../engine/index.ts';
import { namedFolders } from '../engine/savedScripts/index.ts';
import {
  chooseServers,
  readText,
  type DefinitionProblem,
  type Definitions,
} from '../mcp/definitions/index.ts';
import { readModels, readDirect, readMode, type RoutingRules } from '../catalog/index.ts';
import { readRedactionRules, leastRecorded, readRecordMode } from '../journal/index.ts';

/** The settings of Code Mode in one file, and `problems` of the file as sentences. */
export type WorkspaceSettings = NonNullable<Awaited<ReturnType<typeof readSettings>>>;

/** Reads the settings of the folder's `.vscode/settings.json`, and of each `.code-workspace` file among `configs`. */
export async function readWorkspaceSettings(
  folder: string,
  configs: readonly string[],
): Promise<readonly WorkspaceSettings[]> {
  const workspaces = configs.filter((config) => extname(config) === '.code-workspace');
  const all = await Promise.all([
    readSettings('.vscode/settings.json', join(folder, '.vscode', 'settings.json'), (root) => root),
    ...workspaces.map((config) => readSettings(config, resolve(folder, config), ({ settings }) => settings)),
  ]);
  return all.filter((settings) => settings !== undefined);
}

/** Returns the routing rules of the command line and the settings; each glob has the name of its setting. */
export function routingOf(
  { exclude }: { readonly exclude: readonly string[] },
  settings: readonly WorkspaceSettings[],
): Partial<RoutingRules> {
  const ofLine = exclude.map((pattern) => ({ pattern, setting: '--exclude' }));
  const mode = settings.find((file) => file.mode)?.mode;
  const direct = settings.find((file) => file.direct)?.direct;
  return {
    blocked: settings.flatMap(({ blocked }) => blocked),
    excluded: [...ofLine, ...settings.flatMap(({ excluded }) => excluded)],
    inCode: settings.flatMap(({ inCode }) => inCode),
    ...(mode && { mode }),
    ...(direct && { direct }),
  };
}

/** Leaves out the servers that the settings exclude, and adds a problem that names them. */
export function withoutLeftOut(
  found: Definitions,
  { file, servers, problems }: WorkspaceSettings,
): Definitions {
  const setting = `codeMode.servers in ${file}`;
  const chosen = chooseServers(found, [servers], setting);
  const leftOut = found.definitions
    .filter((definition) => !chosen.definitions.includes(definition))
    .map(({ name }) => name);
  const messages = [
    ...problems,
    ...(leftOut.length > 0 ? [`${setting} leaves out ${leftOut.join(', ')}.`] : []),
  ];
  const warnings = messages.map((message): DefinitionProblem => ({ severity: 'warning', message }));
  return { ...chosen, problems: [...chosen.problems, ...warnings] };
}

/** Reads one file, whose path is shown to the user as `file`; undefined if the file does not exist. */
async function readSettings(
  file: string,
  path: string,
  settingsOf: (root: Readonly<Record<string, unknown>>) => unknown,
) {
  const content = await readText({ path });
  if (!content.ok && content.isMissing) return undefined;
  const text = content.ok ? content.text : '';
  const { root, isWhole } = readJson(text);
  const settings = isJsonObject(root) ? settingsOf(root) : undefined;
  // An invalid file that contains only settings of other programs does not restrict anything.
  const isClosed =
    !content.ok || (!(isWhole && isJsonObject(root)) && namesUs.test(text.replaceAll('\0', '')));
  const invalid = !content.ok
    ? `${file} is unreadable (${content.why}), so its rules are unknown and every tool is denied. Make it readable or remove it.`
    : isClosed
      ? `${file} is invalid JSON, so its rules may be incomplete and every tool is denied. Correct the file.`
      : `${file} is invalid JSON; it names no setting of Code Mode.`;
  const valueOf = (name: string) => (isJsonObject(settings) ? settings[`codeMode.${name}`] : undefined);
  const read = <T>(name: string, reader: (value: unknown, setting: string) => T) =>
    reader(valueOf(name), `codeMode.${name} in ${file}`);
  const patterns = (name: string) =>
    read(name, (value, setting) => narrowingGlobs(value).map((pattern) => ({ pattern, setting })));
  const { models, warnings } = read('models', readModels);
  const [direct, mode] = [valueOf('direct'), readMode(valueOf('mode'))];
  const { rules, problems: wrongRules } = read('approvals.rules', readRules);
  // Rules that cannot be read may deny any tool.
  const unread: ApprovalRule = { pattern: '*', action: 'deny', setting: `${file} (which cannot be read)` };
  const flows = read('dataFlow', readFlowRules);
  const redact = read('runs.redact', readRedactionRules);
  return {
    file,
    blocked: patterns('blockedTools'),
    excluded: patterns('excludedTools'),
    inCode: patterns('codeTools'),
    ...(direct !== undefined && { direct: readDirect(direct) }),
    ...(mode && { mode }),
    models,
    approvals: isClosed ? [...rules, unread] : rules,
    dataFlow: flows.rules,
    // A file that cannot be read may disable recording, so only metadata is recorded.
    record: leastRecorded([readRecordMode(valueOf('runs.record'))], isClosed || redact.problems.length > 0),
    redact,
    scriptFolders: namedFolders(valueOf('scripts.folders'), 'workspace'),
    servers: narrowingGlobs(valueOf('servers')),
    problems: [
      ...(isWhole && !isClosed ? [] : [invalid]),
      ...warnings,
      ...wrongRules,
      ...flows.problems,
      ...redact.problems,
    ],
  };
}

/** Matches a setting of Code Mode in invalid JSON, or an escaped character that may be part of its name. */
const namesUs = /codeMode|\\u00/;

/** Parses JSON as VS Code does: an invalid file gives the values that can be read. */
function readJson(text: string): { readonly root?: unknown; readonly isWhole: boolean } {
  const errors: ParseError[] = [];
  try {
    const root: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
    return { root, isWhole: errors.length === 0 };
  } catch {
    return { isWhole: false }; // The text is nested too deeply.
  }
}
