// Builds the question whether to trust definitions and scripts of a workspace, row by row. The module is pure, so that
// tests need no editor. The question shows everything that a yes allows: whole command lines, variables and addresses,
// with hidden characters made visible.
import type { TrustedItem } from '../../mcp/index.ts';
import { visibleName, visibleText } from '../../base/text/visibleText.ts';
import { plainLabel, wrapLines } from '../labelText.ts';

/** A definition or a script that waits for the user's approval. */
export interface TrustRequest extends TrustedItem {
  /** Everything that the approval allows, one statement per line. */
  readonly covers: readonly string[];
}

export type TrustAnswer = 'trust' | 'choose' | 'notNow';

export interface TrustRow {
  readonly label: string;
  readonly description?: string;
  readonly isHeading?: boolean;
  readonly answer?: TrustAnswer;
}

/**
 * Maximum length of one request in the list, in characters. The user must read and approve a longer one on the
 * terminal.
 */
const longestShown = 10_000;
/** Maximum number of names in one line of text. */
const mostNamed = 5;

export function isShowable({ covers }: TrustRequest): boolean {
  return covers.reduce((sum, line) => sum + line.length, 0) <= longestShown;
}

/** `where`: returns the file that defines a request, as the user knows it. */
export function trustRows(
  requests: readonly TrustRequest[],
  where: (request: TrustRequest) => string,
): readonly TrustRow[] {
  const isOne = requests.length === 1;
  return [
    {
      label: isOne ? 'Trust' : 'Trust All',
      description: isOne
        ? 'it may start with your rights, until it changes'
        : 'they may start with your rights, each until it changes',
      answer: 'trust',
    },
    ...(isOne ? [] : [{ label: 'Choose…', description: 'decide on each', answer: 'choose' } as const]),
    { label: 'Not Now', description: 'Esc', answer: 'notNow' },
    ...requests.flatMap((request) => [
      { label: plainLabel(visibleName(`${request.name} - ${where(request)}`)), isHeading: true },
      ...request.covers.flatMap((line) =>
        wrapLines(plainLabel(visibleText(line))).map((label) => ({ label })),
      ),
    ]),
  ];
}

export function trustTitle(requests: readonly TrustRequest[]): string {
  const [only, ...others] = requests;
  return only && others.length === 0
    ? plainLabel(`Trust ${visibleName(only.name)}?`)
    : `Trust ${countText(requests)}?`;
}

/** Returns for instance "3 MCP servers in my-project are new: a, b, c." `known`: the items that are already trusted. */
export function noticeText(
  requests: readonly TrustRequest[],
  known: readonly TrustedItem[],
  folder: string,
): string {
  const isChanged = ({ kind, name, origin }: TrustRequest) =>
    known.some((item) => item.kind === kind && item.name === name && item.origin === origin);
  const changed = requests.filter(isChanged).length;
  const one = requests.length === 1;
  const state =
    changed === 0
      ? one
        ? 'is new'
        : 'are new'
      : `${one ? 'has' : 'have'} ${changed === requests.length ? '' : 'come or '}changed`;
  const names = requests.slice(0, mostNamed).map(({ name }) => visibleName(name));
  const more = requests.length > names.length ? ` and ${requests.length - names.length} more` : '';
  const none = requests.some(({ kind }) => kind === 'server')
    ? 'None starts until you trust it.'
    : 'Chat cannot call it until you trust it.';
  return plainLabel(
    `${countText(requests)} in ${visibleName(folder)} ${state}: ${names.join(', ')}${more}. ${none}`,
  );
}

function countText(requests: readonly TrustRequest[]): string {
  const scripts = requests.filter(({ kind }) => kind === 'script').length;
  return [counted(requests.length - scripts, 'MCP server'), counted(scripts, 'saved script')]
    .filter(Boolean)
    .join(' and ');
}

function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
}
