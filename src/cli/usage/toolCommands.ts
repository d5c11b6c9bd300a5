// The entries of the commands that show the tools of servers and run no script.
import { wholeNumber } from '../optionValues.ts';
import type { Command } from './command.ts';
import { flag, option } from './option.ts';
import { files, json, servers, commandLineServers } from './sharedOptions.ts';

export const tools = {
  does: 'List servers and their tools',
  forms: [''],
  about: ['Says which rule applies to each tool that scripts cannot call, or that chat calls directly.'],
  options: {
    tokens: flag(
      '--tokens',
      'Count tokens (o200k) of each tool: of its definition in a chat request (name, description, input schema), of the same as a ' +
        'TypeScript declaration, and of its output type.',
    ),
    verbose: flag('--verbose', 'Show where each server is defined and the version of MCP that it speaks.'),
    json,
  },
  shared: [servers, commandLineServers, files],
  exits: [
    ['0', 'at least one server has listed its tools'],
    ['1', 'none has: all failed, or there are none'],
  ],
  examples: [
    ['code-mode tools', 'everything'],
    ["code-mode tools --server 'git*' --tokens", 'some servers, with their tokens'],
    ["code-mode tools --stdio 'npx -y mcp-ripgrep'", 'a server that is in no file'],
    ["code-mode tools --exclude 'github.delete_*'", 'what an exclusion takes from scripts'],
  ],
} satisfies Command;

export const search = {
  does: 'Find tools by what they do',
  forms: ['<words>'],
  options: {
    limit: option(
      '--limit <number>',
      'Show at most this many tools, up to 50. Default: 10.',
      wholeNumber(1, 50),
    ),
    json,
  },
  shared: [servers, commandLineServers, files],
  exits: [
    ['0', 'something was found'],
    ['1', 'nothing was found'],
  ],
  examples: [
    ['code-mode search read a file', 'the best matches, with their signatures'],
    ['code-mode search "create issue" --limit 3 --json', 'for other programs'],
  ],
} satisfies Command;

export const describe = {
  does: 'Show the declaration of tools, each with an example call',
  forms: ['<path>...'],
  options: { json },
  shared: [servers, commandLineServers, files],
  exits: [
    ['0', 'every path names something'],
    ['1', 'a path names nothing'],
  ],
  examples: [
    ['code-mode describe tools.geo.getCity', 'one tool'],
    ['code-mode describe tools.geo', 'a server'],
  ],
} satisfies Command;

export const types = {
  does: 'Print all tools as one TypeScript declaration file',
  forms: [''],
  options: { output: option('-o, --output <file>', 'Write to this file instead of standard output.') },
  shared: [servers, commandLineServers, files],
  exits: [
    ['0', 'at least one server has listed its tools'],
    ['1', 'none has: all failed, or there are none'],
  ],
  examples: [['code-mode types -o tools.d.ts', 'for scripts in your editor']],
} satisfies Command;
