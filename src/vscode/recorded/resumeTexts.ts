// With which code a run can go on, and how that is asked. Pure, so that it is tested without an editor.
import type { RunOutcome } from '../../engine/runOutcome.ts';
import { whyNotResumable } from '../../runs/resumable.ts';
import type { RunSummary } from '../../runs/runRecord.ts';
import { shownLine } from '../../base/text/plainText.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { plainLabel } from '../labelText.ts';

/** Of a difference, in characters: a message of the editor ends after 1,000. */
const longestDifference = 700;

type Resumable = Parameters<typeof whyNotResumable>[0];

/** The button. */
export const goOnForReal = 'Continue with Real Calls';

/**
 * What is said of a replay of other code that came to a call which its record has not; undefined where none did, or the run cannot be resumed.
 * `all`: the newest first.
 */
export function goOnText(run: Resumable, all: readonly RunSummary[], { errors }: Pick<RunOutcome, 'errors'>): string | undefined {
  const diverged = errors.find(({ code }) => code === 'diverged');
  if (!diverged || whyNotResumable(run, all, true) !== undefined) return undefined;
  // The editor shows messages in one line.
  const [first = '', ...differences] = diverged.message.split('\n').map((line) => line.trim());
  const said = shownLine(`${first} ${differences.join('; ')}`, longestDifference);
  return plainLabel(`${said}${/[.…]$/.test(said) ? '' : '.'} Continue from there with real calls? Calls that can write still ask.`);
}

interface ResumeChoice {
  readonly label: string;
  readonly description: string;
  /** Absent for that of the run. */
  readonly code?: string;
}

/** `script`: the file that it ran, as it is now. `all`: the newest first. None where the run cannot be resumed. */
export function resumeChoices(
  run: Resumable,
  all: readonly RunSummary[],
  script: { readonly name: string; readonly code: string },
): readonly ResumeChoice[] {
  const canWith = (hasCode: boolean) => whyNotResumable(run, all, hasCode) === undefined;
  const name = plainLabel(visibleName(script.name));
  return [
    ...(canWith(false) ? [{ label: 'Resume with the Recorded Code', description: 'as it ran' }] : []),
    ...(canWith(true)
      ? [{ label: `Resume with the Code of ${name}`, description: 'the same calls are not made again', code: script.code }]
      : []),
  ];
}
