// What the rows of the view say of servers and tools: pure, so that each state's text is tested without an editor.
import type { CatalogServer, CatalogTool, ExcludedTool } from '../../catalog/catalogSnapshot.ts';
import type { DefinitionTokens } from '../../catalog/definitionTokens.ts';
import { ageText } from '../../engine/ageText.ts';

export interface RowText {
  readonly label: string;
  readonly description: string;
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

/** `now`: milliseconds since 1970. `isStartable`: false for tools that no server process stands behind. */
export function serverRow(server: CatalogServer, tokens: DefinitionTokens, now: number, isStartable: boolean): RowText {
  const { name, namespace, state, error, cachedAt, tools, excluded, origin, instructions } = server;
  const cached = cachedAt === undefined ? undefined : `tools of ${ageText(cachedAt, now)}`;
  const { word, icon, color } =
    state === 'stopped' && cached !== undefined ? { word: cached, icon: 'history', color: undefined } : looks[state];
  const counted = tools.length > 0 ? `${toolsText(tools.length)}, ${tokensText(tokens.sum(tools))}` : undefined;
  return {
    label: name,
    description: [word, counted, error].filter((text) => text !== undefined).join(' · '),
    icon,
    ...(color !== undefined && { color }),
    context: `server ${isStartable ? `startable ${state}` : state}`,
    tooltip: [
      `tools.${namespace}: ${word}`,
      ...(error === undefined ? [] : [error]),
      ...(cached !== undefined && state !== 'stopped' ? [`Shown are the ${cached}.`] : []),
      ...(counted === undefined ? [] : [`${counted} as tool definitions.`]),
      ...(excluded.length > 0 ? [`${excluded.length} excluded.`] : []),
      `Defined in ${origin}`,
      ...(instructions === undefined ? [] : [cut(instructions)]),
    ],
  };
}

export function toolRow(tool: CatalogTool, tokens: DefinitionTokens): RowText {
  const { method, title, path, description, readOnly, annotations } = tool;
  const { destructiveHint, idempotentHint, openWorldHint } = annotations;
  const destroys = !readOnly && destructiveHint === true;
  const hints = [
    readOnly ? 'only reads' : destroys ? 'can destroy' : 'can write',
    ...(!readOnly && idempotentHint === true ? ['may be repeated'] : []),
    ...(openWorldHint === true ? ['reaches beyond this machine'] : []),
  ];
  const cost = tokensText(tokens.of(tool));
  return {
    label: method,
    description: [cost, title ?? firstLine(description)].filter((text) => text !== '').join(' · '),
    icon: readOnly ? 'eye' : destroys ? 'flame' : 'edit',
    context: 'tool',
    tooltip: [path, hints.join(', '), ...(description === '' ? [] : [cut(description)]), `${cost} as a tool definition.`],
  };
}

export function excludedRow({ method, path, pattern }: ExcludedTool): RowText {
  return {
    label: method,
    description: `excluded by ${pattern}`,
    icon: 'circle-slash',
    color: 'disabledForeground',
    context: 'excludedTool',
    tooltip: [path, `Excluded by "${pattern}" in codeMode.excludedTools.`],
  };
}

/** Rounded to what an estimate can say. */
export function tokensText(count: number): string {
  if (count < 1_000) return `≈${Math.round(count)} tokens`;
  return `≈${(count / 1_000).toFixed(count < 100_000 ? 1 : 0)}k tokens`;
}

function toolsText(count: number): string {
  return count === 1 ? '1 tool' : `${count} tools`;
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.slice(0, 100) ?? '';
}

function cut(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}
