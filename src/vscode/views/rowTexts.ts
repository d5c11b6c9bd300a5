// Builds the rows of the view about servers and tools. The module is pure, so that tests need no editor.
import * as l10n from '@vscode/l10n';
import {
  routeText,
  type CatalogServer,
  type CatalogTool,
  type WithheldTool,
  type DefinitionTokens,
} from '../../catalog/index.ts';
import { formatAge } from '../../engine/formatting/index.ts';
import type { DefinitionKind } from '../../mcp/definitions/index.ts';
import { plainText, shownLine } from '../../base/text/plainText.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { sentence, tokensText, toolsText } from '../labelText.ts';

export interface RowText {
  readonly label: string;
  readonly description: string;
  /** Text for a screen reader, if it needs more than label and description: the fact that only the icon shows. */
  readonly spoken?: string;
  /** Id of a codicon. */
  readonly icon: string;
  /** Id of a theme colour. */
  readonly color?: string;
  /** Context value that selects the menus of the row. */
  readonly context: string;
  /** Lines of plain text. They contain text from servers. */
  readonly tooltip: readonly string[];
}

type Look = Pick<RowText, 'icon' | 'color'> & { readonly word: string };

const looks: Readonly<Record<CatalogServer['state'], Look>> = {
  running: { word: 'running', icon: 'circle-filled', color: 'testing.iconPassed' },
  starting: { word: 'starting…', icon: 'loading~spin' },
  stopped: { word: l10n.t('not started'), icon: 'circle-outline' },
  failed: { word: 'failed', icon: 'error', color: 'testing.iconFailed' },
  needs_input: { word: l10n.t('needs input'), icon: 'question', color: 'list.warningForeground' },
  needs_sign_in: { word: l10n.t('needs sign-in'), icon: 'account', color: 'list.warningForeground' },
};

export interface ServerFacts {
  /** Absent for a built-in server, which no MCP definition stands behind. */
  readonly definition?: DefinitionKind | undefined;
  /** True if users may sign in to the server. */
  readonly isOnTheWeb: boolean;
  /** The route that the user chose for the whole server; scripts get none of its tools. */
  readonly route?: 'tool' | 'off' | undefined;
  /** Name of the server's workspace folder, if the window has several folders. */
  readonly folder?: string | undefined;
  /** Other definitions with this name, as the user knows them, which are not used. */
  readonly shadows?: readonly string[];
  /** Current time in milliseconds since 1970. */
  readonly now: number;
}

export function serverRow(server: CatalogServer, tokens: DefinitionTokens, facts: ServerFacts): RowText {
  const { name, namespace, error, cachedAt, tools, withheld, origin, protocolVersion, instructions } = server;
  const { word, icon, color } = lookOf(server, facts);
  const age = cachedAt === undefined ? undefined : formatAge(cachedAt, facts.now);
  const counted =
    tools.length > 0 ? `${toolsText(tools.length)}, ${tokensText(tokens.sum(tools))}` : undefined;
  const { definition, folder, shadows = [] } = facts;
  const whole = facts.route && wholeServer[facts.route];
  const appOnly = withheld.filter(({ why }) => why.by === 'appOnly').length;
  const byPerson = withheld.length - appOnly;
  const state = definition === undefined || definition === 'usable' ? server.state : definition;
  const reason =
    word === looks.failed.word
      ? error?.replace(/^(it cannot start|its definition is unusable): /, '')
      : undefined;
  return visible({
    label: name,
    description: textOf([
      word,
      whole ?? counted,
      folder === undefined ? undefined : l10n.t('of {0}', folder),
      shadows.length === 1 ? l10n.t('hides another {0}', name) : undefined,
      shadows.length > 1 ? l10n.t('hides {0} others of that name', shadows.length) : undefined,
      reason,
    ]),
    icon,
    ...(color !== undefined && { color }),
    context: contextOf(state, facts),
    tooltip: [
      `${name}: ${definition ? word : l10n.t('part of Code Mode')}`,
      `tools.${namespace}`,
      ...(error === undefined ? [] : [sentence(error)]),
      ...(age === undefined ? [] : [l10n.t('Tools as of {0}.', age)]),
      ...(counted === undefined ? [] : [l10n.t('{0} as tool definitions.', counted)]),
      ...(whole === undefined ? [] : [l10n.t('{0}: scripts get none of its tools.', sentence(whole))]),
      ...(whole === undefined && byPerson > 0 ? [l10n.t('{0} not for scripts.', byPerson)] : []),
      ...(appOnly > 0 ? [l10n.t('{0} more only for its own app (MCP Apps).', appOnly)] : []),
      definition === undefined ? sentence(origin) : l10n.t('Defined in {0}', origin),
      ...(protocolVersion === undefined ? [] : [l10n.t('Speaks MCP {0}', protocolVersion)]),
      ...shadows.map((other) =>
        l10n.t('Also defined in {0}, which is not used: rename or remove one.', other),
      ),
      ...(instructions === undefined ? [] : [cut(instructions)]),
    ],
  });
}

const wholeServer = { tool: l10n.t('direct tools'), off: 'blocked' } as const;

function contextOf(state: string, { definition, isOnTheWeb, route }: ServerFacts): string {
  return [
    'server',
    ...(definition === undefined ? [] : ['defined']),
    state,
    ...(isOnTheWeb ? ['web'] : []),
    ...(route ? [route] : []),
  ].join(' ');
}

function lookOf({ state, cachedAt }: CatalogServer, { definition, now }: ServerFacts): Look {
  if (definition === undefined) return { word: l10n.t('built in'), icon: 'tools' };
  if (definition === 'unapproved')
    return { word: l10n.t('not trusted'), icon: 'shield', color: 'list.warningForeground' };
  if (definition === 'disabled') return { word: 'disabled', icon: 'circle-slash' };
  if (definition === 'distrusted') return { word: l10n.t('not trusted'), icon: 'workspace-untrusted' };
  return state === 'stopped' && cachedAt !== undefined
    ? { word: l10n.t('cached {0}', formatAge(cachedAt, now)), icon: 'history' }
    : looks[state];
}

/** `allowed`: the scope in which scripts may call the tool without a question; undefined if there is none. */
export function toolRow(tool: CatalogTool, tokens: DefinitionTokens, allowed?: string): RowText {
  const { method, title, path, description, readOnly, script, isUndeclared, annotations, route, why } = tool;
  const routed = route === 'code' ? undefined : routeText({ route, why });
  const { destructiveHint, idempotentHint, openWorldHint } = annotations;
  const destroys = !readOnly && !isUndeclared && destructiveHint === true;
  const hints = [
    script
      ? l10n.t('saved script')
      : readOnly
        ? l10n.t('only reads')
        : isUndeclared
          ? l10n.t('effect not declared')
          : destroys
            ? l10n.t('can overwrite or delete')
            : l10n.t('can write'),
    ...(!readOnly && idempotentHint === true ? [l10n.t('safe to repeat')] : []),
    ...(openWorldHint === true ? [l10n.t('reaches beyond this machine')] : []),
  ].join(', ');
  const cost = tokensText(tokens.of(tool));
  const about = title === undefined || saysTheSame(title, method) ? firstLine(description) : title;
  const summary = textOf([routed, allowed, about, cost]);
  return visible({
    label: method,
    description: summary,
    spoken: `${method}, ${hints}, ${summary}`,
    icon: script ? 'file-code' : readOnly ? 'eye' : destroys ? 'flame' : 'edit',
    context: [
      'tool',
      ...(allowed === undefined ? [] : ['allowed']),
      ...(route === 'tool' && why.by !== 'mode' ? ['direct'] : []),
    ].join(' '),
    tooltip: [
      textOf([path, title]),
      `${sentence(hints)}.`,
      ...(routed === undefined ? [] : [`${sentence(routed)}.`]),
      ...(allowed === undefined ? [] : [l10n.t('{0}: scripts call it without asking.', sentence(allowed))]),
      ...(description === '' ? [] : [cut(description)]),
      l10n.t('Definition: {0}', cost.replace('≈', l10n.t('about '))),
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

/** Makes hidden characters in names visible, and removes them from texts of servers. */
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

/** Compares without case, blanks, `_` and `-`: the title `Create Directory` adds nothing to `createDirectory`. */
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
