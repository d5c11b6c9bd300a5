// Formats the table of commands for people: one page for each command, and one overview.
import type { Style } from '../style.ts';
import { wrapWords } from '../wrapWords.ts';
import { commandNames, commands, type CommandName } from './commands.ts';
import { commonExits, helpOption, type Command, type Option } from './option.ts';

/** Maximum width; wider lines are hard to read. A stream that is not a terminal has no width. */
const widest = 100;
const unknownWidth = 80;
const narrowest = 40;
/** Minimum width of the column of explanations. With less room, an explanation is written below its term. */
const leastBeside = 38;

type Rows = readonly (readonly [term: string, explanation: string])[];

/** Formats a page, which ends with a line break. `page` is undefined for the overview. */
export function helpPage(page: CommandName | undefined, columns: number | undefined, style: Style): string {
  const width = Math.max(narrowest, Math.min(widest, columns ?? unknownWidth));
  const sections = page === undefined ? overview(width) : commandPage(page, width);
  return sections
    .map(({ title, lines = [], rows = [] }) => {
      const heading = title === undefined ? [] : [style.bold(title)];
      return `${[...heading, ...lines, ...explained(rows, width)].join('\n')}\n`;
    })
    .join('\n');
}

interface Section {
  readonly title?: string;
  readonly lines?: readonly string[];
  readonly rows?: Rows;
}

function overview(width: number): Section[] {
  const places =
    'Servers are those of .vscode/mcp.json, .mcp.json and .cursor/mcp.json of this folder and of VS Code’s own mcp.json, unless --config ' +
    'names a file, or --stdio or --http-url a server. With CODE_MODE_DEBUG=1 what they write to standard error is shown.';
  return [
    { lines: wrapWords('Run TypeScript against the tools of MCP servers.', width) },
    { title: 'Usage', lines: ['  code-mode <command> [options]'] },
    { title: 'Commands', rows: commandNames.map((name) => [name, commands[name].does]) },
    {
      title: 'Options',
      rows: [
        ['-h, --help', 'Show help, also of one command.'],
        ['-v, --version', 'Print the version.'],
      ],
    },
    {
      title: 'Examples',
      rows: [
        ['code-mode tools', 'what there is'],
        ['code-mode search read a file', 'a tool for it'],
        ["code-mode run -e 'return 1 + 1'", 'a first script'],
        ['code-mode help run', 'all that run can do'],
      ],
    },
    { title: 'Servers', lines: wrapWords(places, width - 2).map((line) => `  ${line}`) },
  ];
}

function commandPage(name: CommandName, width: number): Section[] {
  const command: Command = commands[name];
  const { does, forms = [''], about = [], shared = [] } = command;
  const options = Object.values(command.options ?? {});
  const hasOptions = options.length + shared.length > 0;
  const usage = forms.map((form) => `  code-mode ${name}${hasOptions ? ' [options]' : ''} ${form}`.trimEnd());
  const exits = [...command.exits, ...commonExits].sort(
    ([left], [right]) => parseInt(left) - parseInt(right),
  );
  return [
    { lines: [`${does}.`, ...about.flatMap((paragraph) => ['', ...wrapWords(paragraph, width)])] },
    { title: 'Usage', lines: usage },
    { title: 'Options', rows: [...options, helpOption].map(optionRow) },
    ...shared.map((group) => ({
      title: group.title,
      rows: Object.values(group.options).map(optionRow),
    })),
    { title: 'Exit codes', rows: exits },
    { title: 'Examples', rows: command.examples },
  ];
}

function optionRow({ name, short, takes, repeats, help }: Option): Rows[number] {
  const names = `${short === undefined ? '    ' : `-${short}, `}--${name}`;
  return [`${names}${takes === undefined ? '' : ` <${takes}>`}`, repeats ? `${help} May be repeated.` : help];
}

/** Formats two columns. Explanations are written below their terms if the second column would be too narrow. */
function explained(rows: Rows, width: number): string[] {
  const column = Math.max(...rows.map(([term]) => term.length)) + 4;
  const isBeside =
    width - column >= leastBeside || rows.every(([, explanation]) => column + explanation.length <= width);
  return rows.flatMap(([term, explanation]) => {
    if (!isBeside)
      return [`  ${term}`, ...wrapWords(explanation, width - 8).map((line) => `        ${line}`)];
    const [first = '', ...more] = wrapWords(explanation, width - column);
    return [
      `  ${term.padEnd(column - 2)}${first}`.trimEnd(),
      ...more.map((line) => `${' '.repeat(column)}${line}`),
    ];
  });
}
