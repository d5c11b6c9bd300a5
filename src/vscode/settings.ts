// Reads the settings of Code Mode. They are read at each use, so that a change counts from the next use on, and their
// values are bounded.
import * as vscode from 'vscode';
import { narrowingLevels } from '../base/globs/narrowingGlobs.ts';
import { readRules, readFlowRules } from '../engine/index.ts';
import { namedFolders } from '../engine/savedScripts/index.ts';
import { defaultDiscovery, hourMs, discoveryPatterns } from '../mcp/index.ts';
import { readPolicy, type OtherTool } from '../mcp/definitions/index.ts';
import {
  joinModelRules,
  readModels,
  resolveModel,
  readDirect,
  readMode,
  defaultRules,
  offersCode,
} from '../catalog/index.ts';
import {
  joinRules,
  leastRecorded,
  readKept,
  readRecordMode,
  readRedactionRules,
  type RedactionRules,
} from '../journal/index.ts';
import { targetOf } from '../telemetry/index.ts';
import { boundedLimits, engineChoices, osConfinementModes } from '../sandbox/index.ts';

/**
 * Reads a setting of Code Mode, for instance `sandbox.engine`. Without the `null`, VS Code logs a warning at each
 * reading of a setting that folders can have.
 */
function setting(name: string): unknown {
  return vscode.workspace.getConfiguration('codeMode', null).get(name);
}

/**
 * Opens the settings editor at a setting with the scope `machine`. A remote window ignores such a setting in the user's
 * settings and has its own.
 */
export async function openMachineSetting(query: string): Promise<void> {
  await (vscode.env.remoteName === undefined
    ? vscode.commands.executeCommand('workbench.action.openSettings', query)
    : vscode.commands.executeCommand('workbench.action.openRemoteSettings', { query }));
}

/**
 * Returns the rules that route tools. For the settings that narrow, all levels count: a workspace cannot bring back a
 * tool that the user blocked or excluded.
 */
export function routingRules() {
  return {
    blocked: patternsOf('blockedTools'),
    excluded: patternsOf('excludedTools'),
    inCode: patternsOf('codeTools'),
    direct: readDirect(setting('direct')),
    mode: mode(),
  };
}

/** The settings that decide the routes, as full names. */
export const routingSettings = ['mode', 'direct', 'blockedTools', 'excludedTools', 'codeTools'].map(
  (name) => `codeMode.${name}`,
);

/** Returns `codeMode.mode`; an invalid value counts as not set. */
export function mode() {
  return readMode(setting('mode')) ?? defaultRules.mode;
}

/** True if `codeMode.mode` offers scripts to chats. */
export function offersScripts(): boolean {
  return offersCode(mode());
}

type PatternSetting = 'blockedTools' | 'excludedTools' | 'codeTools';

function patternsOf(name: PatternSetting) {
  return [...new Set(levelsOf(name).flat())].map((pattern) => ({ pattern, setting: `codeMode.${name}` }));
}

/**
 * Returns the value of `codeMode.servers` at each level that has one. A server must pass all of them, so that a
 * workspace cannot bring back a server that the user left out.
 */
export function serverChoices(): readonly (readonly string[])[] {
  return levelsOf('servers');
}

/**
 * Returns the globs of a narrowing setting at each level that has it: the user's, the workspace's, each folder's. If no
 * level has it, the default counts.
 */
function levelsOf(name: PatternSetting | 'servers'): readonly (readonly string[])[] {
  const { byDefault, user, workspace } = settingLevels(name);
  return narrowingLevels([user, ...workspace], byDefault);
}

/** Returns the value at each level; undefined without one. `workspace`: values of the workspace and of each folder. */
function settingLevels(name: string) {
  const inspect = (folder: vscode.WorkspaceFolder | null) =>
    vscode.workspace.getConfiguration('codeMode', folder).inspect<unknown>(name);
  const levels = inspect(null);
  const folders =
    vscode.workspace.workspaceFolders?.map((folder) => inspect(folder)?.workspaceFolderValue) ?? [];
  return {
    byDefault: levels?.defaultValue,
    user: levels?.globalValue,
    workspace: [levels?.workspaceValue, ...folders],
  };
}

/** Returns `codeMode.oauth.clientMetadataUrl`; a value that is no https address with a path counts as not set. */
export function clientMetadataUrl(): string | undefined {
  const value = setting('oauth.clientMetadataUrl');
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url?.protocol === 'https:' && url.pathname !== '/' ? url.href : undefined;
}

/** Returns the policy for all MCP servers that an organisation or the user sets in VS Code's settings `chat.mcp.*`. */
export function serverPolicy() {
  const settings = vscode.workspace.getConfiguration('chat.mcp');
  const valueOf = (name: string) => {
    const levels = settings.inspect<unknown>(name);
    return {
      effective: settings.get<unknown>(name),
      levels: [levels?.globalValue, levels?.workspaceValue, levels?.workspaceFolderValue],
    };
  };
  const onlyPlugins =
    vscode.workspace.getConfiguration('chat.customizations').get('strictPluginOnlyCustomization') === true;
  return readPolicy({
    access: settings.get<unknown>('access'),
    onlyPlugins,
    allowedServers: valueOf('allowedServers'),
    deniedServers: valueOf('deniedServers'),
    managedOnly: settings.get('allowManagedServersOnly') === true,
  });
}

/**
 * Returns the maximum length of a tool's text that Copilot Chat shows its model, in characters. It writes a longer text
 * into a file and tells the model only the path. Undefined if that feature is off.
 */
export function longestChatText(): number | undefined {
  const settings = vscode.workspace.getConfiguration('github.copilot.chat.agent.largeToolResultsToDisk');
  const most: unknown = settings.get('thresholdBytes');
  return settings.get('enabled') === true && typeof most === 'number' && most > 0 ? most : undefined;
}

/** True if the servers of another tool are used: `codeMode.otherToolsServers` is on, or VS Code discovers them. */
export function isOtherToolWanted(tool: OtherTool): boolean {
  if (setting('otherToolsServers') === true) return true;
  const discovered: unknown = vscode.workspace.getConfiguration('chat.mcp.discovery').get('enabled');
  // Older editors have one switch for all tools.
  if (typeof discovered !== 'object' || discovered === null) return discovered === true;
  return Object.entries(discovered).some(([name, enabled]) => name === tool && enabled === true);
}

/** Returns `codeMode.scripts.results`, the place of a scratch script's result; an invalid value counts as not set. */
export function scriptResults(): 'panel' | 'output' {
  return setting('scripts.results') === 'output' ? 'output' : 'panel';
}

/** Returns `codeMode.sandbox.engine`; an invalid value counts as not set. */
export function sandboxEngine() {
  const value = setting('sandbox.engine');
  return engineChoices.find((engine) => engine === value) ?? 'auto';
}

export function allowUnconfined(): boolean {
  return setting('sandbox.allowUnconfined') === true;
}

/** Returns `codeMode.typeCheck`; an invalid value counts as not set. */
export function typeCheck() {
  const value = setting('typeCheck');
  return value === 'warn' || value === 'off' ? value : 'error';
}

/** Returns `codeMode.sandbox.os`. An unknown value counts as the strictest: a misspelling removes no protection. */
export function osConfinement() {
  const value: unknown = vscode.workspace.getConfiguration('codeMode.sandbox').get('os', 'auto');
  return osConfinementModes.find((mode) => mode === value) ?? 'required';
}

/**
 * Returns `codeMode.approvals.timeoutSeconds` in milliseconds, at most one day; 0 waits without a limit. An invalid
 * value counts as not set.
 */
export function approvalTimeoutMs(): number {
  const seconds = setting('approvals.timeoutSeconds');
  const most = 86_400;
  return (typeof seconds === 'number' && seconds >= 0 ? Math.min(seconds, most) : 600) * 1_000;
}

/**
 * Returns `codeMode.approvals.rules` of the user and of the workspace with its folders. A default that another
 * extension contributes counts as the workspace's, which can only tighten the rules.
 */
export function approvalRules() {
  const { byDefault, user, workspace } = settingLevels('approvals.rules');
  const narrowing = [byDefault, ...workspace].map((value) =>
    readRules(value, 'codeMode.approvals.rules of the workspace'),
  );
  return {
    user: readRules(user, 'codeMode.approvals.rules'),
    workspace: {
      rules: narrowing.flatMap(({ rules }) => rules),
      problems: narrowing.flatMap(({ problems }) => problems),
    },
  };
}

/** Returns `codeMode.dataFlow` of every level. Each level can only add to the others. */
export function dataFlowRules() {
  const { byDefault, user, workspace } = settingLevels('dataFlow');
  return [
    readFlowRules(user, 'codeMode.dataFlow'),
    ...[byDefault, ...workspace].map((value) => readFlowRules(value, 'codeMode.dataFlow of the workspace')),
  ];
}

export function learnOutputTypes(): boolean {
  return setting('learnOutputTypes') !== false;
}

export function workspaceToolsEnabled(): boolean {
  return setting('workspace.enabled') !== false;
}

/**
 * Returns `codeMode.workspace.readPaths` and `writePaths`. Their scope is the machine, so the editor ignores a
 * workspace's value: otherwise a workspace could permit writing to itself. A value that is no list of globs permits
 * nothing.
 */
export function workspacePaths() {
  return { read: globs('workspace.readPaths'), write: globs('workspace.writePaths') };
}

/**
 * Returns `codeMode.scripts.folders` for a folder of the window. A user's folders may be anywhere, a workspace's must
 * lie within the folder.
 */
export function namedScriptFolders(folder: vscode.Uri) {
  const levels = vscode.workspace.getConfiguration('codeMode.scripts', folder).inspect<unknown>('folders');
  const shared = [levels?.workspaceValue, levels?.workspaceFolderValue].flatMap((value) =>
    namedFolders(value, 'workspace'),
  );
  return [...namedFolders(levels?.globalValue, 'user'), ...shared];
}

/**
 * Returns `codeMode.editorTools`. Its scope is the machine, so a workspace cannot choose the tools that scripts may
 * call. A value that is no list of globs permits nothing.
 */
export function editorTools(): readonly string[] {
  return globs('editorTools');
}

/** Returns `codeMode.discovery` and `codeMode.discoveryTtlHours`; an invalid value counts as not set. */
export function discoveryRules() {
  const [pattern, hours] = [setting('discovery'), setting('discoveryTtlHours')];
  return {
    pattern: discoveryPatterns.find((known) => known === pattern) ?? defaultDiscovery.pattern,
    ttlMs: typeof hours === 'number' && hours >= 0 ? hours * hourMs : defaultDiscovery.ttlMs,
  };
}

/** Returns `codeMode.limits.*`, each within its bounds. */
export function limits() {
  return boundedLimits((limit) => setting(`limits.${limit}`));
}

/**
 * Returns the rules in `codeMode.models` for a model with these names. The nearest level with an entry for the model
 * decides how tools are offered; the exclusions of all levels count. An untrusted workspace has no entries.
 */
export function modelRules(...names: readonly string[]) {
  const { user, workspace } = settingLevels('models');
  const [ofWorkspace, ...ofFolders] = workspace;
  const values = [...(vscode.workspace.isTrusted ? [...ofFolders, ofWorkspace] : []), user];
  return joinModelRules(
    values.map((value) => resolveModel(readModels(value, 'codeMode.models').models, ...names)),
  );
}

/**
 * Returns `codeMode.provider.models` or `.stagedModels`: `vendor/glob over ids`. Their scope is the machine, like that
 * of all settings of the provider.
 */
export function providerModels(name: 'models' | 'stagedModels'): readonly string[] {
  return globs(`provider.${name}`);
}

/** Returns `codeMode.provider.maxTokensPerTurn`; 0 means no limit. An invalid value counts as not set. */
export function maxTokensPerTurn(): number {
  const most = setting('provider.maxTokensPerTurn');
  return typeof most === 'number' && most > 0 ? most : 0;
}

/** Returns the rules of `codeMode.runs.redact`. Each level of the settings can only add to the others. */
export function redactionRules() {
  const { user, workspace } = settingLevels('runs.redact');
  return joinRules([
    readRedactionRules(user, 'codeMode.runs.redact'),
    ...workspace.map((value) => readRedactionRules(value, 'codeMode.runs.redact of the workspace')),
  ]);
}

/** Returns the mode of `codeMode.runs.record` that records the least among all levels. */
export function recordMode({ problems }: RedactionRules) {
  const { user, workspace } = settingLevels('runs.record');
  return leastRecorded([user, ...workspace].map(readRecordMode), problems.length > 0);
}

/** Returns `codeMode.runs.keepRuns`, `keepMegabytes` and `keepDays`, each within its bounds. */
export function runsKept() {
  return readKept({
    runs: setting('runs.keepRuns'),
    megabytes: setting('runs.keepMegabytes'),
    days: setting('runs.keepDays'),
  });
}

/** Returns `codeMode.audit.enabled`. Its scope is the machine, so a workspace can switch it neither on nor off. */
export function auditEnabled(): boolean {
  return setting('audit.enabled') === true;
}

/** Returns the target in `codeMode.telemetry.*`. An endpoint that is no http address counts as not set. */
export function telemetryTarget() {
  return targetOf(setting('telemetry.otlpEndpoint'), setting('telemetry.includeValues') === true);
}

/** Reads a setting that is a list of globs; a value that is no such list has none. */
function globs(name: string): readonly string[] {
  const value = setting(name);
  return Array.isArray(value) && value.every((glob) => typeof glob === 'string') ? value : [];
}
