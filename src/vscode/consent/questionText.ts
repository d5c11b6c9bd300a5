// What the question about a script says, row by row: pure, so that each case is tested without an editor. What can destroy stands
// first and is marked; the safe answer comes first where something can be destroyed, for it is what Enter takes.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { JsonObject } from '../../base/json.ts';
import type { CallInFlight, CallToApprove, ScriptToApprove } from '../../engine/consent/approval.ts';
import { eachRunReason, type Ruling } from '../../engine/consent/approvalRules.ts';
import { effectOf, effectWords } from '../../engine/formatting/effectOf.ts';
import { inFlightAnswers, inFlightText } from '../../engine/consent/inFlightText.ts';
import { placeText, timesText, type ToolPlace, type ToolUse } from '../../engine/consent/toolUses.ts';
import type { ConsentScope } from '../../engine/consent/consents.ts';
import { flowQuestion } from '../../engine/flow/flowText.ts';
import { openWorldNote } from '../../engine/openWorldNote.ts';
import { shownArguments } from '../../base/text/shownArguments.ts';
import { shownCode, visibleName } from '../../base/text/visibleText.ts';
import { plainLabel, wrapLines } from '../labelText.ts';
import type { ApprovalAnswer } from './consentApprover.ts';

/** What picking a row does; absent for one that only says something. */
type RowAct = { readonly answer: ApprovalAnswer } | { readonly show: { readonly line?: number } };

export interface QuestionRow {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** A line between rows, with the label as its heading. */
  readonly isHeading?: boolean;
  readonly act?: RowAct;
}

export interface QuestionText {
  readonly title: string;
  readonly placeholder: string;
  /** The first can be picked by Enter. */
  readonly rows: readonly QuestionRow[];
}

/** Tools whose further calls have rows of their own. Every tool that a yes allows has at least one row. */
const mostQuoted = 100;
/** Of tools that a yes does not concern: the code shows the others. */
const mostOthers = 30;
/** Of the values of arguments together, in characters. */
const argumentsBudget = 1_500;
/** In characters, of what the quick pick has room for. */
const rowLength = 64;

const scopeTexts: Readonly<Record<ConsentScope, { readonly where: string; readonly until?: string }>> = {
  chat: { where: 'in This Chat', until: 'until this window closes' },
  window: { where: 'in This Window', until: 'until it closes' },
  file: { where: '', until: 'for these tools' },
  workspace: { where: 'in This Workspace' },
  always: { where: 'Always', until: 'in every workspace with this server' },
};

export function runQuestion({ uses, asked, args }: ScriptToApprove, scopes: readonly ConsentScope[]): QuestionText {
  const destroying = asked.filter(destroys);
  const writing = asked.filter(({ readOnly }) => !readOnly);
  const eachRun = uses.filter(({ tool, ruling }) => ruling.action === 'askEachRun' && asked.includes(tool)).map(({ tool }) => tool);
  const note = openWorldNote(uses.map(({ tool }) => tool));
  const these = asked.length === 1 ? 'This Tool' : 'These Tools';
  const once: QuestionRow = { label: 'Run Once', act: { answer: { kind: 'allow', scope: 'run' } } };
  const longer = scopes.map((scope): QuestionRow => {
    const label = scope === 'file' ? `Run and Don't Ask Again for This File` : `Run and Allow ${these} ${scopeTexts[scope].where}`;
    return { label, ...descriptionOf(scope, asked.length > 1 ? destroying : [], eachRun), act: { answer: { kind: 'allow', scope } } };
  });
  const refuse: QuestionRow = { label: "Don't Run", description: 'Esc', act: { answer: { kind: 'refuse' } } };
  const show: QuestionRow = { label: 'Show the Code', act: { show: {} } };
  const dryRun: QuestionRow = { label: 'Dry Run', description: 'list what it would write', act: { answer: { kind: 'dryRun' } } };
  const listing = writing.length > 0 ? [dryRun] : [];
  const answers = destroying.length > 0 ? [refuse, ...listing, show, once, ...longer] : [once, ...listing, ...longer, show, refuse];
  return {
    title: titleOf(destroying, writing, asked),
    placeholder: 'Run it? Select a tool to see the code that calls it',
    rows: [
      ...answers,
      ...(note === undefined ? [] : [{ label: 'beyond this machine', isHeading: true }, ...wrapLines(note).map((label) => ({ label }))]),
      ...toolRows(uses, new Set(asked)),
      ...(args === undefined ? [] : argumentRows('codemode.args', args, {})),
    ],
  };
}

export function callQuestion({ tool, ruling, input, flow }: CallToApprove, scopes: readonly ConsentScope[]): QuestionText {
  const flowing = flow && flowQuestion(flow);
  const isUndeclared = effectOf(tool) === 'undeclared';
  const isDangerous = destroys(tool) || flow !== undefined;
  const allow: QuestionRow = {
    label: 'Allow in This Run',
    description: plainLabel(flowing ? 'allows what is said below' : `this and every later call of ${visibleName(tool.path)} in this run`),
    act: { answer: { kind: 'allow', scope: 'run' } },
  };
  const longer = scopes.map((scope): QuestionRow => {
    const label = scope === 'file' ? `Allow and Don't Ask Again for This File` : `Allow This Tool ${scopeTexts[scope].where}`;
    return { label, ...descriptionOf(scope, [], []), act: { answer: { kind: 'allow', scope } } };
  });
  const refuse: QuestionRow = { label: "Don't Allow", description: 'Esc', act: { answer: { kind: 'refuse' } } };
  const show: QuestionRow = { label: 'Show the Code', act: { show: {} } };
  return {
    title: flowing
      ? plainLabel(flowing.what)
      : `The running script calls ${nameOf(tool)}, ${isUndeclared ? '' : 'which '}${effectWords[effectOf(tool)]}`,
    placeholder: flowing ? 'Allow it? Its arguments are below' : 'Allow it? The code does not show this call; its arguments are below',
    rows: [
      ...(isDangerous ? [refuse, show, allow, ...longer] : [allow, ...longer, show, refuse]),
      ...(flowing
        ? [{ label: 'why', isHeading: true }, ...textRows(`${flowing.evidence} A yes allows ${flowing.allows}.`)]
        : ruleRows(ruling)),
      ...argumentRows('called with', input, tool.inputSchema),
    ],
  };
}

/** Enter stops the run. */
export function inFlightQuestion(call: CallInFlight): QuestionText {
  const { stop, happened, didNotHappen } = inFlightAnswers;
  return {
    title: plainLabel(`Did ${visibleName(call.path)} take effect?`),
    placeholder: 'Check before the run goes on',
    rows: [
      { label: stop, description: 'Esc', act: { answer: { kind: 'refuse' } } },
      { label: happened, act: { answer: { kind: 'happened' } } },
      { label: didNotHappen, act: { answer: { kind: 'didNotHappen' } } },
      { label: 'Show the Code', act: { show: {} } },
      ...wrapLines(inFlightText(call)).map((label) => ({ label })),
      ...argumentRows('called with', call.input, {}),
    ],
  };
}

function titleOf(destroying: readonly CatalogTool[], writing: readonly CatalogTool[], asked: readonly CatalogTool[]): string {
  if (destroying.length > 0) return `This script can destroy with ${namesOf(destroying)}`;
  const declared = writing.filter((tool) => effectOf(tool) !== 'undeclared');
  if (declared.length > 0) return `This script can write with ${namesOf(declared)}`;
  return writing.length > 0 ? `This script calls ${namesOf(writing)}: effect not declared` : `This script reads with ${namesOf(asked)}`;
}

/** What would be allowed for longer, or would not be, without being what one thinks of first. */
function descriptionOf(
  scope: ConsentScope,
  destroying: readonly CatalogTool[],
  eachRun: readonly CatalogTool[],
): Pick<QuestionRow, 'description'> {
  const { until } = scopeTexts[scope];
  const lasting = destroying.filter((tool) => !eachRun.includes(tool));
  const special = [
    ...(lasting.length > 0 ? [`includes ${namesOf(lasting)}`] : []),
    ...(eachRun.length > 0 ? [`not ${namesOf(eachRun)}: asked each run`] : []),
  ];
  const description = special.length > 0 ? special.join('; ') : until;
  return description === undefined ? {} : { description };
}

function toolRows(uses: readonly ToolUse[], asked: ReadonlySet<CatalogTool>): readonly QuestionRow[] {
  const about = (uses: readonly ToolUse[], heading: string, icon: string, most: number): readonly QuestionRow[] => {
    if (uses.length === 0) return [];
    const more = uses.length - most;
    return [
      { label: heading, isHeading: true },
      ...uses.slice(0, most).flatMap((use, index) => rowsOf(use, icon).slice(0, index < mostQuoted ? undefined : 1)),
      ...(more > 0 ? [{ label: `${more} more tools`, act: { show: {} } }] : []),
    ];
  };
  const isDenied = ({ ruling }: ToolUse) => ruling.action === 'deny';
  const open = (effect: ToolUse['effect']) => uses.filter((use) => use.effect === effect && asked.has(use.tool));
  const others = uses.filter((use) => !asked.has(use.tool) && !isDenied(use));
  const unasked = (effect: ToolUse['effect']) => others.filter((use) => use.effect === effect);
  const allowed = others.filter(({ effect }) => effect === 'destroys' || effect === 'writes' || effect === 'undeclared');
  const byRule = allowed.filter(({ ruling }) => ruling.action === 'allow');
  return [
    ...about(open('destroys'), 'can destroy', 'flame', Infinity),
    ...about(open('writes'), 'can write', 'edit', Infinity),
    ...about(open('undeclared'), effectWords.undeclared, 'question', Infinity),
    ...about([...open('confirmsItself'), ...open('script'), ...open('reads')], 'asked for by a rule', 'law', Infinity),
    ...about(uses.filter(isDenied), 'denied by a rule: calls fail', 'circle-slash', mostOthers),
    ...about(
      allowed.filter((use) => !byRule.includes(use)),
      'can write, allowed by you',
      'check',
      mostOthers,
    ),
    ...about(byRule, 'can write, allowed by a rule', 'check', mostOthers),
    ...about(unasked('confirmsItself'), 'VS Code asks where these require it', 'question', mostOthers),
    ...about(unasked('script'), 'saved scripts: what they call is listed here', 'file-code', mostOthers),
    ...about(unasked('reads'), 'only read', 'eye', mostOthers),
  ];
}

/** The tool with the first place that calls it, and a row for each further one of a tool that can write. */
function rowsOf({ tool, effect, ruling, times, places, morePlaces }: ToolUse, icon: string): readonly QuestionRow[] {
  const [first, ...others] = places;
  const label = `$(${icon}) ${nameOf(tool)}`;
  if (!first) return [{ label, act: { show: {} } }];
  const further = others.length + morePlaces;
  const lines = `${plainLabel(placeText(first))}${further > 0 ? ` and ${further} more` : ''}`;
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

/** The arguments that the quoted line does not show. */
function spelledOut(place: ToolPlace): readonly QuestionRow[] {
  const { arguments: given } = place;
  return given === undefined ? [] : [{ label: '$(blank) with', description: quoted(given), act: showing(place) }];
}

/** The line; of a saved script the code that calls it. */
function showing({ file, line }: ToolPlace): RowAct {
  return { show: file === undefined ? { line } : {} };
}

function argumentRows(heading: string, input: JsonObject, schema: JsonObject): readonly QuestionRow[] {
  return [{ label: heading, isHeading: true }, ...textRows(shownArguments(input, schema, argumentsBudget))];
}

/** What continues a line is marked, so that no value passes for an argument of its own. */
function textRows(text: string): readonly QuestionRow[] {
  const parts = new RegExp(`.{1,${rowLength}}`, 'gu');
  const marked = (part: string, index: number) => ({ label: plainLabel(index === 0 ? part : `↳ ${part}`) });
  return text.split('\n').flatMap((line) => (line.match(parts) ?? []).map(marked));
}

function ruleRows(ruling: Ruling): readonly QuestionRow[] {
  const reason = eachRunReason(ruling);
  return reason === undefined ? [] : [{ label: plainLabel(reason) }];
}

function destroys(tool: CatalogTool): boolean {
  return effectOf(tool) === 'destroys';
}

/** Code, on one line. */
function quoted(text: string): string {
  return plainLabel(shownCode(text).replaceAll(/\s+/g, ' '));
}

/** As a label shows it. */
function nameOf({ path }: CatalogTool): string {
  return plainLabel(visibleName(path));
}

function namesOf(tools: readonly CatalogTool[]): string {
  const [first, ...others] = tools;
  return `${first ? nameOf(first) : ''}${others.length > 0 ? ` and ${others.length} more` : ''}`;
}
