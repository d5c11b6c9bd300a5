// The settings, read where they are used, so that a change counts from the next use on. What a file says is bounded.
import * as vscode from 'vscode';
import { narrowingLevels } from '../base/globs/narrowingGlobs.ts';
import { readRules, type ReadRules } from '../engine/consent/approvalRules.ts';
import { readFlowRules, type ReadFlowRules } from '../engine/flow/flowRules.ts';
import type { TypeCheckMode } from '../engine/preflight/typeErrors.ts';
import type { OtherTool } from '../mcp/definitions/definitionPlaces.ts';
import { readPolicy, type ServerPolicy } from '../mcp/definitions/serverPolicy.ts';
import { defaultDiscovery, hourMs, discoveryPatterns, type DiscoveryRules } from '../mcp/connection/discoveryRules.ts';
import { joinModelRules, readModels, resolveModel, type ModelRules } from '../routing/modelRules.ts';
import { readDirect, readMode } from '../routing/readRules.ts';
import { defaultRules, offersCode, type Mode, type RoutingRules } from '../routing/routing.ts';
import type { RoutingPattern } from '../routing/routingPatterns.ts';
import { namedFolders, type NamedFolder } from '../scripts/scriptFolders.ts';
import type { AllowedPaths } from '../workspace/pathGuard.ts';
import { boundedLimits } from '../sandbox/host/limitBounds.ts';
import {
  engineChoices,
  isOsConfinementMode,
  type EngineChoice,
  type OsConfinementMode,
  type SandboxLimits,
} from '../sandbox/host/sandboxPort.ts';

/** Opens the settings at one with the scope `machine`. A remote window leaves these out of the user's settings, and has them in its own. */
export async function openMachineSetting(query: string): Promise<void> {
  await (vscode.env.remoteName === undefined
    ? vscode.commands.executeCommand('workbench.action.openSettings', query)
    : vscode.commands.executeCommand('workbench.action.openRemoteSettings', { query }));
}

/** How tools are routed. Of what narrows, every level counts: a workspace cannot bring back what the user blocked or excluded. */
export function routingRules(): Partial<RoutingRules> {
  const configuration = vscode.workspace.getConfiguration('codeMode');
  return {
    blocked: patternsOf('blockedTools'),
    excluded: patternsOf('excludedTools'),
    inCode: patternsOf('codeTools'),
    direct: readDirect(configuration.get('direct')),
    mode: mode(),
  };
}

/** What routes depend on: `codeMode.…`. */
export const routingSettings = ['mode', 'direct', 'blockedTools', 'excludedTools', 'codeTools'].map((name) => `codeMode.${name}`);

/** `codeMode.mode`; what is no such value counts as not set. */
export function mode(): Mode {
  return readMode(vscode.workspace.getConfiguration('codeMode').get('mode')) ?? defaultRules.mode;
}

/** Whether `codeMode.mode` offers chat scripts. */
export function offersScripts(): boolean {
  return offersCode(mode());
}

type PatternSetting = 'blockedTools' | 'excludedTools' | 'codeTools';

function patternsOf(setting: PatternSetting): readonly RoutingPattern[] {
  return [...new Set(levelsOf(setting).flat())].map((pattern) => ({ pattern, setting: `codeMode.${setting}` }));
}

/** `codeMode.servers` of each level that has it. A server has to pass all of them, so that a workspace cannot bring back what the user left out. */
export function serverChoices(): readonly (readonly string[])[] {
  return levelsOf('servers');
}

/** The globs of a setting that narrows, of each level that has it: the user's, the workspace's, each folder's; else of its default. */
function levelsOf(setting: PatternSetting | 'servers'): readonly (readonly string[])[] {
  const { byDefault, user, workspace } = settingLevels('codeMode', setting);
  return narrowingLevels([user, ...workspace], byDefault);
}

/** What each level says; `workspace`: it, and each of its folders. Undefined where it says nothing. */
export function settingLevels(section: string, name: string) {
  const inspect = (folder?: vscode.WorkspaceFolder) => vscode.workspace.getConfiguration(section, folder).inspect<unknown>(name);
  const levels = inspect();
  const folders = vscode.workspace.workspaceFolders?.map((folder) => inspect(folder)?.workspaceFolderValue) ?? [];
  return { byDefault: levels?.defaultValue, user: levels?.globalValue, workspace: [levels?.workspaceValue, ...folders] };
}

/** `codeMode.oauth.clientMetadataUrl`; what is no https address with a path counts as not set. */
export function clientMetadataUrl(): string | undefined {
  const value: unknown = vscode.workspace.getConfiguration('codeMode.oauth').get('clientMetadataUrl');
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url?.protocol === 'https:' && url.pathname !== '/' ? url.href : undefined;
}

/** What an organisation, or the person, lets run of all MCP servers: VS Code's own settings `chat.mcp.*`. */
export function serverPolicy(): ServerPolicy {
  const settings = vscode.workspace.getConfiguration('chat.mcp');
  const valueOf = (name: string) => {
    const levels = settings.inspect<unknown>(name);
    return {
      effective: settings.get<unknown>(name),
      levels: [levels?.globalValue, levels?.workspaceValue, levels?.workspaceFolderValue],
    };
  };
  const onlyPlugins = vscode.workspace.getConfiguration('chat.customizations').get('strictPluginOnlyCustomization') === true;
  return readPolicy({
    access: settings.get<unknown>('access'),
    onlyPlugins,
    allowedServers: valueOf('allowedServers'),
    deniedServers: valueOf('deniedServers'),
    managedOnly: settings.get('allowManagedServersOnly') === true,
  });
}

/**
 * The longest text that Copilot Chat shows its model, in characters: it writes longer ones of a tool into a file and tells the
 * model where that is, with nothing of the text. Undefined where it does not.
 */
export function longestChatText(): number | undefined {
  const settings = vscode.workspace.getConfiguration('github.copilot.chat.agent.largeToolResultsToDisk');
  const most: unknown = settings.get('thresholdBytes');
  return settings.get('enabled') === true && typeof most === 'number' && most > 0 ? most : undefined;
}

/** Whether the servers of another tool are used: `codeMode.otherToolsServers`, or where VS Code itself discovers them. */
export function isOtherToolWanted(tool: OtherTool): boolean {
  if (vscode.workspace.getConfiguration('codeMode').get('otherToolsServers') === true) return true;
  const discovered: unknown = vscode.workspace.getConfiguration('chat.mcp.discovery').get('enabled');
  // Older editors have one switch for all.
  if (typeof discovered !== 'object' || discovered === null) return discovered === true;
  return Object.entries(discovered).some(([name, enabled]) => name === tool && enabled === true);
}

/** `codeMode.scripts.results`: where the result of a scratch script is shown; what is no such value counts as not set. */
export function scriptResults(): 'panel' | 'output' {
  return vscode.workspace.getConfiguration('codeMode.scripts').get('results') === 'output' ? 'output' : 'panel';
}

/** Anything but the known names counts as not set. */
export function sandboxEngine(): EngineChoice {
  const value: unknown = vscode.workspace.getConfiguration('codeMode.sandbox').get('engine');
  return engineChoices.find((engine) => engine === value) ?? 'auto';
}

export function allowUnconfined(): boolean {
  return vscode.workspace.getConfiguration('codeMode.sandbox').get('allowUnconfined') === true;
}

/** `codeMode.typeCheck`; what is no such value counts as not set. */
export function typeCheck(): TypeCheckMode {
  const value: unknown = vscode.workspace.getConfiguration('codeMode').get('typeCheck');
  return value === 'warn' || value === 'off' ? value : 'error';
}

/** `codeMode.sandbox.os`; what is no known value counts as the strictest, so that a misspelling takes no wall away. */
export function osConfinement(): OsConfinementMode {
  const value: unknown = vscode.workspace.getConfiguration('codeMode.sandbox').get('os', 'auto');
  return isOsConfinementMode(value) ? value : 'required';
}

/** `codeMode.approvals.timeoutSeconds` in milliseconds, 0 for no end; what is no such number counts as not set. */
export function answerMs(): number {
  const seconds: unknown = vscode.workspace.getConfiguration('codeMode.approvals').get('timeoutSeconds');
  const most = 86_400;
  return (typeof seconds === 'number' && seconds >= 0 ? Math.min(seconds, most) : 600) * 1_000;
}

/**
 * `codeMode.approvals.rules` of the user and of the workspace, its folders included. What another extension gives as a default counts as
 * the workspace's, which can only tighten.
 */
export function approvalRules(): Readonly<Record<'user' | 'workspace', ReadRules>> {
  const { byDefault, user, workspace } = settingLevels('codeMode.approvals', 'rules');
  const narrowing = [byDefault, ...workspace].map((value) => readRules(value, 'codeMode.approvals.rules of the workspace'));
  return {
    user: readRules(user, 'codeMode.approvals.rules'),
    workspace: { rules: narrowing.flatMap(({ rules }) => rules), problems: narrowing.flatMap(({ problems }) => problems) },
  };
}

/** `codeMode.dataFlow` of every level, each of which can only add to the others. */
export function dataFlowRules(): readonly ReadFlowRules[] {
  const { byDefault, user, workspace } = settingLevels('codeMode', 'dataFlow');
  return [
    readFlowRules(user, 'codeMode.dataFlow'),
    ...[byDefault, ...workspace].map((value) => readFlowRules(value, 'codeMode.dataFlow of the workspace')),
  ];
}

/** `codeMode.learnOutputTypes` */
export function learnOutputTypes(): boolean {
  return vscode.workspace.getConfiguration('codeMode').get('learnOutputTypes') !== false;
}

/** `codeMode.workspace.enabled` */
export function workspaceToolsEnabled(): boolean {
  return vscode.workspace.getConfiguration('codeMode.workspace').get('enabled') !== false;
}

/**
 * `codeMode.workspace.readPaths` and `writePaths`. Their scope is the machine, so that the editor ignores what a workspace says:
 * a workspace that could open itself to writing would do so. What is no list of globs opens nothing.
 */
export function workspacePaths(): AllowedPaths {
  const configuration = vscode.workspace.getConfiguration('codeMode.workspace');
  return { read: globs(configuration.get('readPaths')), write: globs(configuration.get('writePaths')) };
}

/** `codeMode.scripts.folders` for a folder of the window: a user's may be anywhere, a workspace's are within it. */
export function namedScriptFolders(folder: vscode.Uri): readonly NamedFolder[] {
  const levels = vscode.workspace.getConfiguration('codeMode.scripts', folder).inspect<unknown>('folders');
  const shared = [levels?.workspaceValue, levels?.workspaceFolderValue].flatMap((value) => namedFolders(value, 'workspace'));
  return [...namedFolders(levels?.globalValue, 'user'), ...shared];
}

/** `codeMode.editorTools`. Its scope is the machine: a workspace does not choose what scripts may call. What is no list of globs opens nothing. */
export function editorTools(): readonly string[] {
  return globs(vscode.workspace.getConfiguration('codeMode').get('editorTools'));
}

/** `codeMode.discovery` and `codeMode.discoveryTtlHours`; what is no such value counts as not set. */
export function discoveryRules(): DiscoveryRules {
  const configuration = vscode.workspace.getConfiguration('codeMode');
  const pattern: unknown = configuration.get('discovery');
  const hours: unknown = configuration.get('discoveryTtlHours');
  return {
    pattern: discoveryPatterns.find((known) => known === pattern) ?? defaultDiscovery.pattern,
    ttlMs: typeof hours === 'number' && hours >= 0 ? hours * hourMs : defaultDiscovery.ttlMs,
  };
}

/** `codeMode.limits.*`, each within its bounds. */
export function limits(): SandboxLimits {
  const configuration = vscode.workspace.getConfiguration('codeMode.limits');
  return boundedLimits((limit) => configuration.get(limit));
}

/**
 * `codeMode.models` for a model with these names: of the levels that have an entry for it the nearest says how it is offered tools, and all of
 * them what is excluded. A workspace that is not trusted says nothing.
 */
export function modelRules(...names: readonly string[]): ModelRules | undefined {
  const { user, workspace } = settingLevels('codeMode', 'models');
  const [ofWorkspace, ...ofFolders] = workspace;
  const values = [...(vscode.workspace.isTrusted ? [...ofFolders, ofWorkspace] : []), user];
  return joinModelRules(values.map((value) => resolveModel(readModels(value, 'codeMode.models').models, ...names)));
}

/** `codeMode.provider.models`, `.stagedModels`: `vendor/glob over ids`. Their scope is the machine, as that of all of the provider. */
export function providerModels(setting: 'models' | 'stagedModels'): readonly string[] {
  return globs(vscode.workspace.getConfiguration('codeMode.provider').get(setting));
}

/** `codeMode.provider.maxTokensPerTurn`, 0 for no end; what is no such number counts as not set. */
export function maxTokensPerTurn(): number {
  const most: unknown = vscode.workspace.getConfiguration('codeMode.provider').get('maxTokensPerTurn');
  return typeof most === 'number' && most > 0 ? most : 0;
}

function globs(value: unknown): readonly string[] {
  return Array.isArray(value) && value.every((glob) => typeof glob === 'string') ? value : [];
}
