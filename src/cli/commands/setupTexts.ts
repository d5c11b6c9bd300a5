// Creates the texts of `code-mode setup` about a client: its servers, entry, tool definitions and outcome.
import {
  entryName,
  formatOf,
  type SetupOutcome,
  type ClientPlan,
  type ClientProgram,
} from '../../setup/index.ts';
import { grouped, counted } from '../../base/text/counted.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { printable } from '../terminal.ts';

/** Sizes of tool definitions in tokens (o200k). A client that searches tools does not send all definitions. */
export interface DefinitionSavings {
  /** Number and tokens of the tools of the servers whose tools are known. */
  readonly tools: number;
  readonly tokens: number;
  /** Names of the servers whose tools are not known. */
  readonly unknown: readonly string[];
  /** Maximum number of tokens of Code Mode's two tools. */
  readonly ours: number;
}

export function planText(plan: ClientPlan, savings: DefinitionSavings): string {
  const { client, file, entry, present, copied, staying, ownFile } = plan;
  const names = Object.keys(copied);
  const lines = [
    `${client.name} (${file.path}${file.kind === 'missing' ? ', which is not there yet' : ''})`,
    ...(present === undefined
      ? [`gets${formatOf(client) === 'toml' ? ' (as TOML)' : ''}: ${JSON.stringify({ [entryName]: entry })}`]
      : [`has an entry ${entryName} already, which stays as it is`]),
    ...(names.length > 0
      ? [`servers that Code Mode starts, from copies in ${ownFile}: ${names.map(visibleName).join(', ')}`]
      : []),
    ...staying.map(({ name, why }) => `${visibleName(name)} is not copied: ${why}`),
    ...(client.within !== undefined
      ? [
          'it starts the other servers of this file, and the client does so, too; whoever opens this folder gets the entry; code-mode has to be on their PATH',
        ]
      : []),
    ...codeText(client),
    ...(client.dialect === 'vscode'
      ? [
          'not needed beside the extension Code Mode, which gives VS Code the same two tools: with both, requests carry them twice',
        ]
      : []),
    ...(names.length > 0 ? [savingsText(savings, names.length)] : noServers(plan)),
  ];
  return lines.map((line, index) => `${index === 0 ? '' : '  '}${printable(line)}`).join('\n');
}

/** Explains the benefit of Code Mode for a client that runs tools from code itself. */
function codeText({ runsCode, dialect }: ClientProgram): readonly string[] {
  if (runsCode === undefined) return [];
  const called =
    dialect === 'openCode2'
      ? '; "codemode": false lets it call those of Code Mode directly'
      : dialect === 'openCode'
        ? ', those of Code Mode, too, unless their entry is at mcp.servers and has "codemode": false'
        : '';
  return [
    `${runsCode} runs tools from code itself${called}. Code Mode adds a type check before anything runs, one question for a whole plan, ` +
      'receipts, records to look at and to resume from, and stored results',
  ];
}

function noServers({ client, ownFile }: ClientPlan): readonly string[] {
  return client.within === undefined
    ? [`it has no servers that Code Mode could start; add some to ${ownFile}`]
    : [];
}

function savingsText({ tools, tokens, unknown, ours }: DefinitionSavings, servers: number): string {
  const most = grouped(ours);
  const known = servers - unknown.length;
  if (known === 0)
    return `tokens of definitions: unknown, at most ${most} through Code Mode alone; --measure starts the servers and counts`;
  const rest =
    unknown.length > 0 ? `; unknown: ${unknown.map(visibleName).join(', ')} (--measure starts them)` : '';
  const count = `${counted(tools, 'tool')} of ${counted(known, 'server')}`;
  const advice = tokens > ours ? '' : '. Those of Code Mode may be more here';
  return (
    `tokens of definitions: ${grouped(tokens)} for ${count}, at most ${most} through Code Mode alone${rest}; ` +
    `a client that searches tools sends few of either${advice}`
  );
}

/**
 * Explains the number of processes if several clients are set up; undefined for fewer than two. The file of a folder
 * does not count, because its other users start their own processes.
 */
export function sharedText(clients: readonly ClientProgram[]): string | undefined {
  const own = clients.filter(({ within }) => within === undefined).length;
  if (own < 2) return undefined;
  return (
    `Each of these ${own} clients starts Code Mode, and with it a copy of every server that it uses. code-mode serve --http is one process ` +
    'for all that take an address (code-mode help serve).'
  );
}

export function outcomeText(
  { name, restart }: ClientProgram,
  outcome: SetupOutcome,
  moved: boolean,
  isUndo = false,
): string {
  if (!outcome.ok) return `${name}: nothing was written: ${outcome.why}.`;
  const { written, copies, notes } = outcome;
  const done = isUndo
    ? notes.length > 0
      ? 'taken back in part'
      : 'as it was before'
    : moved
      ? 'set up; its servers are behind Code Mode now'
      : 'set up';
  const hint = isUndo || moved ? '' : ' Its own servers stay in it, with their tools.';
  const backup = copies.length > 0 ? ` Backup: ${copies.join(', ')}.` : '';
  const left = notes.map((note) => ` Note: ${note}.`).join('');
  return `${name} is ${done} (${written.join(', ')}).${hint}${backup}${left} ${restart}`;
}
