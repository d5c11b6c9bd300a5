// What the rows of the view say of servers and tools: pure, so that each state's text is tested without an editor.
import type { CatalogServer, CatalogTool, WithheldTool } from '../../catalog/catalogSnapshot.ts';
import type { DefinitionTokens } from '../../catalog/definitionTokens.ts';
import { formatAge } from '../../engine/formatting/formatAge.ts';
import type { DefinitionKind } from '../../mcp/definitions/serverDefinition.ts';
import { routeText } from '../../routing/whyText.ts';
import { plainText, shownLine } from '../../base/text/plainText.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { sentence, tokensText, toolsText } from '../labelText.ts';

export interface RowText {
  readonly label: string;
  readonly description: string;
  /** What a screen reader says, where that is more than label and description: what only the icon shows. */
  readonly spoken?: string;
  /** A codicon of the editor. */
  readonly icon: string;
  /** An id of the theme's colours. */
  readonly color?: string;
  /** What menus are shown by. */
  readonly context: string;
  /** Shown as plain text, line by line: servers write parts of it. */
  readonly tooltip: readonly string[];
}

type Look = Pick<RowText, 'icon' | 'color'> & { readonly word: string };

const looks: Readonly<Record<CatalogServer['state'], Look>> = {
  running: { word: 'running', icon: 'circle-filled', color: 'testing.iconPassed' },
  starting: { word: 'starting…', icon: 'loading~spin' },
  stopped: { word: 'not started', icon: 'circle-outline' },
  failed: { word: 'failed', icon: 'error', color: 'testing.iconFailed' },
  needs_input: { word: 'needs input', icon: 'question', color: 'list.warningForeground' },
  needs_sign_in: { word: 'needs sign-in', icon: 'account', color: 'list.warningForeground' },
};

export interface ServerFacts {
  /** Absent for tools that no MCP server stands behind. */
  readonly definition?: DefinitionKind;
  /** People may sign in to it. */
  readonly isOnTheWeb: boolean;
  /** Where a person routed all its tools, whatever they are: scripts get none of them. */
  readonly route?: 'tool' | 'off';
  /** The folder that it is of, where the window has several. */
  readonly folder?: string;
  /** Where else it is defined, for a person: these definitions are not used. */
  readonly shadows?: readonly string[];
  /** In milliseconds since 1970. */
  readonly now: number;
}

export function serverRow(server: CatalogServer, tokens: DefinitionTokens, facts: ServerFacts): RowText {
  const { name, namespace, error, cachedAt, tools, withheld, origin, protocolVersion, instructions } = server;
  const { word, icon, color } = lookOf(server, facts);
  const age = cachedAt === undefined ? undefined : formatAge(cachedAt, facts.now);
  const counted = tools.length > 0 ? `${toolsText(tools.length)}, ${tokensText(tokens.sum(tools))}` : undefined;
  const { definition, folder, shadows = [] } = facts;
  const appOnly = withheld.filter(({ why }) => why.by === 'appOnly').length;
  const byPerson = withheld.length - appOnly;
  const state = definition === undefined || definition === 'usable' ? server.state : definition;
  const reason = word === looks.failed.word ? error?.replace(/^(it cannot start|its definition is unusable): /, '') : undefined;
  return visible({
    label: name,
    description: textOf([
      word,
      facts.route ? wholeServer[facts.route] : counted,
      folder === undefined ? undefined : `of ${folder}`,
      shadows.length === 0 ? undefined : shadows.length === 1 ? `hides another ${name}` : `hides ${shadows.length} others of that name`,
      reason,
    ]),
    icon,
    ...(color !== undefined && { color }),
    context: contextOf(state, facts),
    tooltip: [
      ...(word === undefined ? [] : [`${name}: ${definition === undefined ? 'part of Code Mode' : word}`]),
      `tools.${namespace}`,
      ...(error === undefined ? [] : [sentence(error)]),
      ...(age === undefined ? [] : [`Tools as of ${age}.`]),
      ...(counted === undefined ? [] : [`${counted} as tool definitions.`]),
      ...(facts.route ? [`${sentence(wholeServer[facts.route])}: scripts get none of its tools.`] : []),
      ...(!facts.route && byPerson > 0 ? [`${byPerson} not for scripts.`] : []),
      ...(appOnly > 0 ? [`${appOnly} more only for its own app (MCP Apps).`] : []),
      definition === undefined ? sentence(origin) : `Defined in ${origin}`,
      ...(protocolVersion === undefined ? [] : [`Speaks MCP ${protocolVersion}`]),
      ...shadows.map((other) => `Also defined in ${other}, which is not used: rename or remove one.`),
      ...(instructions === undefined ? [] : [cut(instructions)]),
    ],
  });
}

const wholeServer = { tool: 'direct tools', off: 'blocked' } as const;

function contextOf(state: string, { definition, isOnTheWeb, route }: ServerFacts): string {
  return [
    'server',
    ...(definition === undefined ? [] : ['defined']),
    state,
    ...(isOnTheWeb ? ['web'] : []),
    ...(route ? [route] : []),
  ].join(' ');
}

function lookOf({ state, cachedAt }: CatalogServer, { definition, now }: ServerFacts): Partial<Look> & Pick<Look, 'icon'> {
  if (definition === undefined) return { word: 'built in', icon: 'tools' };
  if (definition === 'unapproved') return { word: 'not trusted', icon: 'shield', color: 'list.warningForeground' };
  if (definition === 'disabled') return { word: 'disabled', icon: 'circle-slash' };
  if (definition === 'distrusted') return { word: 'not trusted', icon: 'workspace-untrusted' };
  return state === 'stopped' && cachedAt !== undefined ? { word: `cached ${formatAge(cachedAt, now)}`, icon: 'history' } : looks[state];
}

/** `allowed`: how far scripts may call it unasked, where they may. */
export function toolRow(tool: CatalogTool, tokens: DefinitionTokens, allowed?: string): RowText {
  const { method, title, path, description, readOnly, script, isUndeclared, annotations, route, why } = tool;
  const routed = route === 'code' ? undefined : routeText({ route, why });
  const { destructiveHint, idempotentHint, openWorldHint } = annotations;
  const destroys = !readOnly && !isUndeclared && destructiveHint === true;
  const hints = [
    script
      ? 'saved script'
      : readOnly
        ? 'only reads'
        : isUndeclared
          ? 'effect not declared'
          : destroys
            ? 'can overwrite or delete'
            : 'can write',
    ...(!readOnly && idempotentHint === true ? ['safe to repeat'] : []),
    ...(openWorldHint === true ? ['reaches beyond this machine'] : []),
  ].join(', ');
  const cost = tokensText(tokens.of(tool));
  const about = title === undefined || saysTheSame(title, method) ? firstLine(description) : title;
  const row = textOf([routed, allowed, about, cost]);
  return visible({
    label: method,
    description: row,
    spoken: `${method}, ${hints}, ${row}`,
    icon: script ? 'file-code' : readOnly ? 'eye' : destroys ? 'flame' : 'edit',
    context: ['tool', ...(allowed === undefined ? [] : ['allowed']), ...(route === 'tool' && why.by !== 'mode' ? ['direct'] : [])].join(
      ' ',
    ),
    tooltip: [
      textOf([path, title]),
      `${sentence(hints)}.`,
      ...(routed === undefined ? [] : [`${sentence(routed)}.`]),
      ...(allowed === undefined ? [] : [`${sentence(allowed)}: scripts call it without asking.`]),
      ...(description === '' ? [] : [cut(description)]),
      `Definition: ${cost.replace('≈', 'about ')}`,
    ],
  });
}

export function withheldRow({ method, path, route, why }: WithheldTool): RowText {
  return visible({
    label: method,
    description: routeText({ route, why }),
    icon: route === 'off' ? 'circle-slash' : 'tools',
    color: 'disabledForeground',
    context: `tool ${route}`,
    tooltip: [path, `${sentence(routeText({ route, why }))}.`],
  });
}

/** Names as what they are; of what servers say, nothing that hides. */
function visible(row: RowText): RowText {
  return {
    ...row,
    label: visibleName(row.label),
    description: shownLine(row.description),
    ...(row.spoken !== undefined && { spoken: shownLine(row.spoken) }),
    tooltip: row.tooltip.map((line) => plainText(line)),
  };
}

function textOf(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

/** `Create Directory` says no more than `createDirectory`. */
function saysTheSame(title: string, method: string): boolean {
  const lettersOf = (text: string) => text.replaceAll(/[\s_-]/g, '').toLowerCase();
  return lettersOf(title) === lettersOf(method);
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.slice(0, 100) ?? '';
}

function cut(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}
