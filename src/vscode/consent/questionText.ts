// Builds the rows of a question about a script. The module is pure, so that tests need no editor. Facts stand above the
// answers, gravest first; the answers have the same order in every question, and Enter selects the safe one.
import * as l10n from '@vscode/l10n';
import type { CatalogTool } from '../../catalog/index.ts';
import type { JsonObject } from '../../base/json.ts';
import {
  eachRunReason,
  inFlightAnswers,
  inFlightText,
  placeText,
  timesText,
  flowQuestion,
  openWorldNote,
  type CallInFlight,
  type CallToApprove,
  type ScriptToApprove,
  type ToolPlace,
  type ToolUse,
} from '../../engine/index.ts';
import { effectOf, effectWords } from '../../engine/formatting/index.ts';
import { shownArguments } from '../../base/text/shownArguments.ts';
import { shownCodeLine, visibleName } from '../../base/text/visibleText.ts';
import { plainLabel, wrapLines } from '../labelText.ts';
import type { PickRow } from '../elicitation/questionPick.ts';
import type { ApprovalAnswer } from './consentApprover.ts';
import type { ConsentScope } from './consents.ts';

/** The effect of selecting a row; a row without one is information only. */
type RowAct =
  | { readonly answer: ApprovalAnswer }
  | { readonly show: { readonly line?: number } }
  /** Replaces the question with this one; closing it returns to the first question. */
  | { readonly ask: QuestionText }
  | 'back';

export interface QuestionRow extends PickRow {
  readonly act?: RowAct;
}

export interface QuestionText {
  readonly title: string;
  readonly placeholder: string;
  readonly rows: readonly QuestionRow[];
  /** The row that Enter selects. */
  readonly safe: QuestionRow;
}

/** Maximum number of tools with rows for each further call. Every tool that a yes allows has at least one row. */
const mostQuoted = 100;
/** Maximum number of listed tools that a yes does not concern; the code shows the others. */
const mostOthers = 30;
/** Maximum total length of the shown argument values, in characters. */
const argumentsBudget = 1_500;
/** Maximum length of a row in characters, so that it fits into the quick pick. */
const rowLength = 64;
/**
 * Maximum number of lines with facts above the answers. A quick pick shows about 14 lines in a window of 800 pixels,
 * and the answers take five.
 */
const mostAbove = 8;

const scopeTexts: Readonly<Record<ConsentScope, { readonly label: string; readonly description?: string }>> =
  {
    chat: { label: l10n.t('In This Chat'), description: l10n.t('until the window closes') },
    window: {
      label: l10n.t('In This Window'),
      description: l10n.t('all chats and scripts, until the window closes'),
    },
    file: { label: l10n.t('For This File') },
    workspace: { label: l10n.t('In This Workspace') },
    always: { label: l10n.t('Everywhere'), description: l10n.t('in every workspace with this server') },
  };

const showCode: QuestionRow = { label: l10n.t('Show the Code'), act: { show: {} } };

export function runQuestion(
  { title, uses, asked, args }: ScriptToApprove,
  scopes: readonly ConsentScope[],
): QuestionText {
  const isEachRun = ({ ruling }: ToolUse) => ruling.action === 'askEachRun';
  const note = openWorldNote(toolsOf(uses));
  const safe = refusal(l10n.t("Don't Run"));
  const once: QuestionRow = { label: l10n.t('Run Once'), act: { answer: { kind: 'allow', scope: 'run' } } };
  const dryRun: QuestionRow = {
    label: l10n.t('Dry Run'),
    description: l10n.t('show what it would change, without changing anything'),
    act: { answer: { kind: 'dryRun' } },
  };
  const lasting = asked.filter((use) => !isEachRun(use));
  const facts = [
    ...(title === undefined ? [] : [heading(l10n.t('title of the script')), ...textRows(title)]),
    ...askedRows(asked),
    ...(note === undefined
      ? []
      : [heading(l10n.t('beyond this machine')), ...wrapLines(note).map((label) => ({ label }))]),
  ];
  const answers = [
    safe,
    once,
    ...(asked.some(({ tool }) => !tool.readOnly) ? [dryRun] : []),
    ...alwaysRows(
      l10n.t('Run this script, and always allow these tools?'),
      toolsOf(lasting),
      toolsOf(asked.filter(isEachRun)),
      scopes,
    ),
    showCode,
  ];
  return {
    title: l10n.t('Run this script? {0}', whatItDoes(toolsOf(asked))),
    placeholder: l10n.t('Choose an answer, or select a tool to see its code'),
    rows: [
      ...withAnswers(facts, answers),
      ...otherRows(uses, new Set(asked)),
      ...(args === undefined ? [] : argumentRows('codemode.args', args, {})),
    ],
    safe,
  };
}

export function callQuestion(
  { tool, ruling, input, flow }: CallToApprove,
  scopes: readonly ConsentScope[],
): QuestionText {
  const flowing = flow && flowQuestion(flow);
  const reason = eachRunReason(ruling);
  const name = nameOf(tool);
  const safe = refusal(l10n.t("Don't Allow"));
  const allow: QuestionRow = {
    label: l10n.t('Allow in This Run'),
    description: flowing ? l10n.t('see "why"') : l10n.t('this and every later call of {0} in this run', name),
    act: { answer: { kind: 'allow', scope: 'run' } },
  };
  const facts = flowing
    ? [heading('why'), ...textRows(l10n.t('{0} A yes allows {1}.', flowing.evidence, flowing.allows))]
    : [
        ...(reason === undefined ? [] : [{ label: plainLabel(reason) }]),
        ...argumentRows(l10n.t('called with'), input, tool.inputSchema),
      ];
  return {
    title: flowing
      ? plainLabel(flowing.what)
      : l10n.t('Allow this call of the running script? {0}', whatItDoes([tool])),
    placeholder: l10n.t('Choose an answer'),
    rows: [
      ...withAnswers(facts, [
        safe,
        allow,
        ...alwaysRows(l10n.t('Always allow this tool?'), [tool], [], scopes),
        showCode,
      ]),
      ...(flowing ? argumentRows(l10n.t('called with'), input, tool.inputSchema) : []),
    ],
    safe,
  };
}

export function inFlightQuestion(call: CallInFlight): QuestionText {
  const { stop, happened, didNotHappen } = inFlightAnswers;
  const safe = refusal(stop);
  const facts = [
    ...wrapLines(inFlightText(call)).map((label) => ({ label })),
    ...argumentRows(l10n.t('called with'), call.input, {}),
  ];
  return {
    title: plainLabel(l10n.t('Did {0} take effect?', shortName(call.path))),
    placeholder: l10n.t('Check before the run goes on'),
    rows: withAnswers(facts, [
      safe,
      { label: happened, act: { answer: { kind: 'happened' } } },
      { label: didNotHappen, act: { answer: { kind: 'didNotHappen' } } },
      showCode,
    ]),
    safe,
  };
}

function toolsOf(uses: readonly ToolUse[]): readonly CatalogTool[] {
  return uses.map(({ tool }) => tool);
}

function refusal(label: string): QuestionRow {
  return { label, description: 'Esc', act: { answer: { kind: 'refuse' } } };
}

/** Puts the answers below as many facts as keep the answers in view; the other facts follow the answers. */
function withAnswers(facts: readonly QuestionRow[], answers: readonly QuestionRow[]): readonly QuestionRow[] {
  let lines = 0;
  const fits = facts.findIndex(({ isHeading = false, detail }) => {
    lines += isHeading ? 0 : detail === undefined ? 1 : 2;
    return lines > mostAbove;
  });
  if (fits < 0) return [...facts, heading('answers'), ...answers];
  const below = facts.slice(fits);
  const more = below.filter(({ isHeading }) => !isHeading).length;
  const hint: QuestionRow = {
    label:
      more === 1 ? l10n.t('1 more line below the answers') : l10n.t('{0} more lines below the answers', more),
  };
  return [...facts.slice(0, fits), hint, heading('answers'), ...answers, heading('more'), ...below];
}

/** Returns one row that leads to the question about the scope, or none if no lasting consent is possible. */
function alwaysRows(
  title: string,
  lasting: readonly CatalogTool[],
  eachRun: readonly CatalogTool[],
  scopes: readonly ConsentScope[],
): readonly QuestionRow[] {
  if (lasting.length === 0 || scopes.length === 0) return [];
  const safe: QuestionRow = { label: l10n.t('Back'), description: 'Esc', act: 'back' };
  const covered = [
    heading(l10n.t('always allowed')),
    ...lasting.map((tool) => ({ label: nameOf(tool), description: effectWords[effectOf(tool)] })),
  ];
  const asked = eachRun.map((tool) => ({ label: nameOf(tool) }));
  const facts = [
    ...covered,
    ...(asked.length === 0 ? [] : [heading(l10n.t('allowed once: a rule asks in each run')), ...asked]),
  ];
  const answers = scopes.map((scope): QuestionRow => ({
    ...scopeTexts[scope],
    act: { answer: { kind: 'allow', scope } },
  }));
  const rows = withAnswers(facts, [safe, ...answers]);
  return [
    {
      label: l10n.t('Always Allow…'),
      act: { ask: { title, placeholder: l10n.t('Choose where'), rows, safe } },
    },
  ];
}

/** Returns the gravest effect of the tools as a sentence. */
function whatItDoes(asked: readonly CatalogTool[]): string {
  const about = (effect: ToolUse['effect']) => asked.filter((tool) => effectOf(tool) === effect);
  const destroying = about('destroys');
  if (destroying.length > 0) return l10n.t('It can overwrite or delete data ({0}).', namesOf(destroying));
  const writing = about('writes');
  if (writing.length > 0) return l10n.t('It can change data ({0}).', namesOf(writing));
  const undeclared = about('undeclared');
  return undeclared.length > 0
    ? l10n.t('What it does is not declared ({0}).', namesOf(undeclared))
    : l10n.t('It uses {0}.', namesOf(asked));
}

function heading(label: string): QuestionRow {
  return { label, isHeading: true };
}

/** Returns the rows of all tools that a yes allows. */
function askedRows(asked: readonly ToolUse[]): readonly QuestionRow[] {
  const about = (effects: readonly ToolUse['effect'][], label: string, icon: string) =>
    usesUnder(
      label,
      icon,
      asked.filter(({ effect }) => effects.includes(effect)),
      Infinity,
    );
  return [
    ...about(['destroys'], effectWords.destroys, 'flame'),
    ...about(['writes'], effectWords.writes, 'edit'),
    ...about(['undeclared'], effectWords.undeclared, 'question'),
    ...about(['confirmsItself', 'script', 'reads'], l10n.t('asked for by a rule'), 'law'),
  ];
}

/** Returns the rows of the tools that need no yes, and of those that a rule denies. */
function otherRows(uses: readonly ToolUse[], asked: ReadonlySet<ToolUse>): readonly QuestionRow[] {
  const isDenied = ({ ruling }: ToolUse) => ruling.action === 'deny';
  const others = uses.filter((use) => !asked.has(use) && !isDenied(use));
  const unasked = (effect: ToolUse['effect']) => others.filter((use) => use.effect === effect);
  const allowed = others.filter(
    ({ effect }) => effect === 'destroys' || effect === 'writes' || effect === 'undeclared',
  );
  const byRule = allowed.filter(({ ruling }) => ruling.action === 'allow');
  const byUser = allowed.filter((use) => !byRule.includes(use));
  return [
    ...usesUnder(l10n.t('denied by a rule: calls fail'), 'circle-slash', uses.filter(isDenied)),
    ...usesUnder(l10n.t('already allowed by you'), 'check', byUser),
    ...usesUnder(l10n.t('allowed by a rule'), 'check', byRule),
    ...usesUnder(l10n.t('VS Code asks where these require it'), 'question', unasked('confirmsItself')),
    ...usesUnder(l10n.t('saved scripts: what they call is listed here'), 'file-code', unasked('script')),
    ...usesUnder(l10n.t('only read'), 'eye', unasked('reads')),
  ];
}

function usesUnder(
  label: string,
  icon: string,
  uses: readonly ToolUse[],
  most = mostOthers,
): readonly QuestionRow[] {
  if (uses.length === 0) return [];
  const more = uses.length - most;
  return [
    heading(label),
    ...uses
      .slice(0, most)
      .flatMap((use, index) => rowsOf(use, icon).slice(0, index < mostQuoted ? undefined : 1)),
    ...(more > 0 ? [{ label: l10n.t('{0} more tools', more), act: { show: {} } }] : []),
  ];
}

/** Returns a row for the tool and the first place that calls it, and one for each further place if it can write. */
function rowsOf(
  { tool, effect, ruling, times, places, morePlaces }: ToolUse,
  icon: string,
): readonly QuestionRow[] {
  const [first, ...others] = places;
  const label = `$(${icon}) ${nameOf(tool)}`;
  if (!first) return [{ label, act: { show: {} } }];
  const further = others.length + morePlaces;
  const lines = `${plainLabel(placeText(first))}${further > 0 ? l10n.t(' and {0} more', further) : ''}`;
  const reason = eachRunReason(ruling);
  const about = [lines, timesText(times), reason === undefined ? undefined : plainLabel(reason)];
  const description = about.filter((part) => part !== undefined).join(' · ');
  const row: QuestionRow = { label, description, act: showing(first) };
  if (effect === 'reads' || effect === 'confirmsItself' || effect === 'script') return [row];
  return [
    { ...row, detail: quoted(first.text) },
    ...spelledOut(first),
    ...others.flatMap((place): readonly QuestionRow[] => {
      const label = `$(blank) ${plainLabel(placeText(place))}`;
      return [{ label, description: quoted(place.text), act: showing(place) }, ...spelledOut(place)];
    }),
  ];
}

/** Returns a row with the arguments that the quoted line does not contain, if there are any. */
function spelledOut(place: ToolPlace): readonly QuestionRow[] {
  const { arguments: given } = place;
  return given === undefined
    ? []
    : [{ label: l10n.t('$(blank) with'), description: quoted(given), act: showing(place) }];
}

/**
 * Returns the action that shows the line. A line in a saved script is not in the shown document, so the action shows
 * the document without a selection.
 */
function showing({ file, line }: ToolPlace): RowAct {
  return { show: file === undefined ? { line } : {} };
}

function argumentRows(title: string, input: JsonObject, schema: JsonObject): readonly QuestionRow[] {
  return [heading(title), ...textRows(shownArguments(input, schema, argumentsBudget))];
}

/** Marks continued lines, so that no value can pass for an argument of its own. */
function textRows(text: string): readonly QuestionRow[] {
  const parts = new RegExp(`.{1,${rowLength}}`, 'gu');
  const marked = (part: string, index: number) => ({ label: plainLabel(index === 0 ? part : `↳ ${part}`) });
  return text.split('\n').flatMap((line) => (line.match(parts) ?? []).map(marked));
}

/** Formats code on one line. */
function quoted(text: string): string {
  return plainLabel(shownCodeLine(text));
}

/** Returns the tool's name as a label shows it: `github.createIssue`. */
function nameOf({ path }: CatalogTool): string {
  return plainLabel(shortName(path));
}

function shortName(path: string): string {
  return visibleName(path).replace(/^tools\./, '');
}

function namesOf(tools: readonly CatalogTool[]): string {
  const [first, ...others] = tools;
  return `${first ? nameOf(first) : ''}${others.length > 0 ? l10n.t(' and {0} more', others.length) : ''}`;
}
