// What the question about a script says, row by row: pure, so that each case is tested without an editor. What can destroy stands
// first and is marked; the safe answer comes first where something can be destroyed, for it is what Enter takes.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { JsonObject } from '../../catalog/json.ts';
import type { CallToApprove, ScriptToApprove } from '../../engine/approval.ts';
import { effectOf, type ToolUse } from '../../engine/consent/toolUses.ts';
import type { ConsentScope } from '../../engine/consent/consents.ts';
import { openWorldNote } from '../../engine/openWorldNote.ts';
import { shownArguments } from '../../text/shownArguments.ts';
import { shownCode, visibleName } from '../../text/visibleText.ts';
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

export function runQuestion({ uses, writes, args }: ScriptToApprove, scopes: readonly ConsentScope[]): QuestionText {
  const destroying = writes.filter(destroys);
  const note = openWorldNote(uses.map(({ tool }) => tool));
  const these = writes.length === 1 ? 'This Tool' : 'These Tools';
  const once: QuestionRow = { label: 'Run Once', act: { answer: { kind: 'allow', scope: 'run' } } };
  const longer = scopes.map((scope): QuestionRow => {
    const label = scope === 'file' ? `Run and Don't Ask Again for This File` : `Run and Allow ${these} ${scopeTexts[scope].where}`;
    return { label, ...descriptionOf(scope, writes.length > 1 ? destroying : []), act: { answer: { kind: 'allow', scope } } };
  });
  const refuse: QuestionRow = { label: "Don't Run", description: 'Esc', act: { answer: { kind: 'refuse' } } };
  const show: QuestionRow = { label: 'Show the Code', act: { show: {} } };
  const dryRun: QuestionRow = { label: 'Dry Run', description: 'list what it would write', act: { answer: { kind: 'dryRun' } } };
  const answers = destroying.length > 0 ? [refuse, dryRun, show, once, ...longer] : [once, dryRun, ...longer, show, refuse];
  return {
    title: `This script can ${destroying.length > 0 ? 'destroy' : 'write'} with ${namesOf(destroying.length > 0 ? destroying : writes)}`,
    placeholder: 'Run it? Select a tool to see the code that calls it',
    rows: [
      ...answers,
      ...(note === undefined ? [] : [{ label: 'beyond this machine', isHeading: true }, ...wrapLines(note).map((label) => ({ label }))]),
      ...toolRows(uses, new Set(writes)),
      ...(args === undefined ? [] : argumentRows('codemode.args', args, {})),
    ],
  };
}

export function callQuestion({ tool, input }: CallToApprove, scopes: readonly ConsentScope[]): QuestionText {
  const destroying = destroys(tool) ? [tool] : [];
  const allow: QuestionRow = {
    label: 'Allow in This Run',
    description: `this and every later call of ${nameOf(tool)} in this run`,
    act: { answer: { kind: 'allow', scope: 'run' } },
  };
  const longer = scopes.map((scope): QuestionRow => {
    const label = scope === 'file' ? `Allow and Don't Ask Again for This File` : `Allow This Tool ${scopeTexts[scope].where}`;
    return { label, ...descriptionOf(scope, []), act: { answer: { kind: 'allow', scope } } };
  });
  const refuse: QuestionRow = { label: "Don't Allow", description: 'Esc', act: { answer: { kind: 'refuse' } } };
  const show: QuestionRow = { label: 'Show the Code', act: { show: {} } };
  return {
    title: `The running script calls ${nameOf(tool)}, which can ${destroying.length > 0 ? 'destroy' : 'write'}`,
    placeholder: 'Allow it? The code does not show this call; its arguments are below',
    rows: [
      ...(destroying.length > 0 ? [refuse, show, allow, ...longer] : [allow, ...longer, show, refuse]),
      ...argumentRows('called with', input, tool.inputSchema),
    ],
  };
}

/** What would be allowed for longer without being what one thinks of first. */
function descriptionOf(scope: ConsentScope, destroying: readonly CatalogTool[]): Pick<QuestionRow, 'description'> {
  const { until } = scopeTexts[scope];
  const description = destroying.length > 0 ? `includes ${namesOf(destroying)}` : until;
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
  const of = (effect: ToolUse['effect']) => uses.filter((use) => use.effect === effect && (!needsAsking(use) || asked.has(use.tool)));
  const allowed = uses.filter((use) => needsAsking(use) && !asked.has(use.tool));
  return [
    ...about(of('destroys'), 'can destroy', 'flame', Infinity),
    ...about(of('writes'), 'can write', 'edit', Infinity),
    ...about(allowed, 'can write, allowed by you', 'check', mostOthers),
    ...about(of('confirmsItself'), 'VS Code asks where these require it', 'question', mostOthers),
    ...about(of('reads'), 'only read', 'eye', mostOthers),
  ];
}

/** The tool with the first place that calls it, and a row for each further one of a tool that can write. */
function rowsOf({ tool, effect, places, morePlaces }: ToolUse, icon: string): readonly QuestionRow[] {
  const [first, ...others] = places;
  const label = `$(${icon}) ${nameOf(tool)}`;
  if (!first) return [{ label, act: { show: {} } }];
  const further = others.length + morePlaces;
  const lines = `line ${first.line}${further > 0 ? ` and ${further} more` : ''}`;
  const row: QuestionRow = { label, description: lines, act: { show: { line: first.line } } };
  if (effect === 'reads' || effect === 'confirmsItself') return [row];
  return [
    { ...row, detail: quoted(first.text) },
    ...others.map(({ line, text }) => ({ label: `$(blank) line ${line}`, description: quoted(text), act: { show: { line } } })),
  ];
}

function argumentRows(heading: string, input: JsonObject, schema: JsonObject): readonly QuestionRow[] {
  const parts = new RegExp(`.{1,${rowLength}}`, 'gu');
  // What continues a line is marked, so that no value passes for an argument of its own.
  const marked = (part: string, index: number) => ({ label: plainLabel(index === 0 ? part : `↳ ${part}`) });
  const lines = shownArguments(input, schema, argumentsBudget).split('\n');
  return [{ label: heading, isHeading: true }, ...lines.flatMap((line) => (line.match(parts) ?? []).map(marked))];
}

function needsAsking({ effect }: ToolUse): boolean {
  return effect === 'destroys' || effect === 'writes';
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
