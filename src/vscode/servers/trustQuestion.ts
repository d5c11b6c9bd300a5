// Builds the question whether to trust definitions and scripts of a workspace, row by row. The module is pure, so that
// tests need no editor. The question shows everything that a yes allows: whole command lines, variables and addresses,
// with hidden characters made visible.
import * as l10n from '@vscode/l10n';
import type { TrustedItem, WaitingItem } from '../../mcp/definitions/index.ts';
import { listed } from '../../base/text/counted.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import type { PickRow } from '../elicitation/questionPick.ts';
import { plainLabel, serverCountText, wrapLines } from '../labelText.ts';

export type TrustAnswer = 'trust' | 'choose' | 'notNow';

export interface TrustRow extends PickRow {
  readonly answer?: TrustAnswer;
}

/** Maximum length of one request in the list, in characters. A longer one is read and approved on the terminal. */
const longestShown = 10_000;
/** Maximum number of names in one line of text. */
const mostNamed = 5;

export function isShowable({ covers }: WaitingItem): boolean {
  return covers.reduce((sum, line) => sum + line.length, 0) <= longestShown;
}

/** `where`: returns the file that defines a request, as the user knows it. */
export function trustRows(
  requests: readonly WaitingItem[],
  where: (request: WaitingItem) => string,
): readonly TrustRow[] {
  const isOne = requests.length === 1;
  return [
    {
      label: isOne ? l10n.t('Trust') : l10n.t('Trust All'),
      description: isOne
        ? l10n.t('it may start with your rights, until it changes')
        : l10n.t('they may start with your rights, each until it changes'),
      answer: 'trust',
    },
    ...(isOne
      ? []
      : [{ label: l10n.t('Choose…'), description: l10n.t('decide on each'), answer: 'choose' } as const]),
    { label: l10n.t('Not Now'), description: 'Esc', answer: 'notNow' },
    ...requests.flatMap((request) => [
      { label: plainLabel(visibleName(`${request.name} - ${where(request)}`)), isHeading: true },
      ...request.covers.flatMap((line) =>
        wrapLines(plainLabel(visibleName(line))).map((label) => ({ label })),
      ),
    ]),
  ];
}

export function tooLongText(requests: readonly WaitingItem[]): string {
  const names = requests.map(({ name }) => `"${visibleName(name)}"`);
  return plainLabel(
    l10n.t(
      'The definition of {0} is too long to be shown here. Read it in its file, and trust it with code-mode trust add.',
      listed(names, mostNamed),
    ),
  );
}

export function trustTitle(requests: readonly WaitingItem[]): string {
  const [only, ...others] = requests;
  return only && others.length === 0
    ? plainLabel(l10n.t('Trust {0}?', visibleName(only.name)))
    : l10n.t('Trust {0}?', countText(requests));
}

/** Returns for instance "3 MCP servers in my-project are new: a, b, c." `known`: the items that are already trusted. */
export function noticeText(
  requests: readonly WaitingItem[],
  known: readonly TrustedItem[],
  folder: string,
): string {
  const isChanged = ({ kind, name, origin }: WaitingItem) =>
    known.some((item) => item.kind === kind && item.name === name && item.origin === origin);
  const changed = requests.filter(isChanged).length;
  const state = stateText(requests.length === 1, changed, requests.length);
  const names = requests.slice(0, mostNamed).map(({ name }) => visibleName(name));
  const more = requests.length > names.length ? l10n.t(' and {0} more', requests.length - names.length) : '';
  const none = requests.some(({ kind }) => kind === 'server')
    ? l10n.t('None starts until you trust it.')
    : l10n.t('Chat cannot call it until you trust it.');
  return plainLabel(
    l10n.t(
      '{0} in {1} {2}: {3}{4}. {5}',
      countText(requests),
      visibleName(folder),
      state,
      names.join(', '),
      more,
      none,
    ),
  );
}

function stateText(isOne: boolean, changed: number, all: number): string {
  if (changed === 0) return isOne ? l10n.t('is new') : l10n.t('are new');
  if (isOne) return l10n.t('has changed');
  return changed === all ? l10n.t('have changed') : l10n.t('have come or changed');
}

function countText(requests: readonly WaitingItem[]): string {
  const scripts = requests.filter(({ kind }) => kind === 'script').length;
  const servers = requests.length - scripts;
  const scriptsText = scripts === 1 ? l10n.t('1 saved script') : l10n.t('{0} saved scripts', scripts);
  if (scripts === 0) return serverCountText(servers);
  return servers === 0 ? scriptsText : l10n.t('{0} and {1}', serverCountText(servers), scriptsText);
}
