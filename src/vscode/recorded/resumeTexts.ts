// Offers the code that a run can continue with, and words the question. The module is pure, so that tests need no
// editor.
import * as l10n from '@vscode/l10n';
import type { RunOutcome } from '../../engine/index.ts';
import { whyNotResumable, type RunSummary } from '../../journal/index.ts';
import { shownLine } from '../../base/text/plainText.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { plainLabel } from '../labelText.ts';

/** Maximum length of a difference in characters; the editor cuts a message after 1,000 characters. */
const longestDifference = 700;

type Resumable = Parameters<typeof whyNotResumable>[0];

/** Label of the button. */
export const goOnForReal = l10n.t('Continue with Real Calls');

/**
 * Returns the question after a replay of changed code reached a call that the record lacks. Returns undefined if no
 * such call was reached or the run cannot be resumed. `all`: all runs, newest first.
 */
export function goOnText(
  run: Resumable,
  all: readonly RunSummary[],
  { errors }: Pick<RunOutcome, 'errors'>,
): string | undefined {
  const diverged = errors.find(({ code }) => code === 'diverged');
  if (!diverged || whyNotResumable(run, all, true) !== undefined) return undefined;
  // The editor shows a message on one line.
  const [first = '', ...differences] = diverged.message.split('\n').map((line) => line.trim());
  const said = shownLine(`${first} ${differences.join('; ')}`, longestDifference);
  return plainLabel(
    l10n.t(
      '{0}{1} Continue from there with real calls? Calls that can write still ask.',
      said,
      /[.…]$/.test(said) ? '' : '.',
    ),
  );
}

interface ResumeChoice {
  readonly label: string;
  readonly description: string;
  /** The code to run; absent for the recorded code. */
  readonly code?: string;
}

/**
 * Returns the choices of code; none if the run cannot be resumed. `script`: the present content of the file that the
 * run executed. `all`: all runs, newest first.
 */
export function resumeChoices(
  run: Resumable,
  all: readonly RunSummary[],
  script: { readonly name: string; readonly code: string },
): readonly ResumeChoice[] {
  const canWith = (hasCode: boolean) => whyNotResumable(run, all, hasCode) === undefined;
  const name = plainLabel(visibleName(script.name));
  const recorded = { label: l10n.t('Resume with the Recorded Code'), description: l10n.t('as it ran') };
  const present = {
    label: l10n.t('Resume with the Code of {0}', name),
    description: l10n.t('the same calls are not made again'),
    code: script.code,
  };
  return [...(canWith(false) ? [recorded] : []), ...(canWith(true) ? [present] : [])];
}
