// The commands that serve others: MCP clients, and programs that ask a model themselves.
import type { Command } from './command.ts';
import { script } from './scriptOptions.ts';
import { files, sandbox, servers } from './sharedOptions.ts';

export const serve: Command = {
  does: 'Serve executeCode and findTools to an MCP client',
  forms: [''],
  about: [
    'An MCP server on standard input and output, for Claude Code, Cursor and every other MCP client: its model gets two tools instead of those ' +
      'of all servers. Ends when the client closes standard input.',
    'Asks before a script calls tools that are not marked read-only, by elicitation; a client that cannot ask gets no writes without ' +
      '--allow-writes.',
  ],
  options: [
    {
      name: 'http',
      help: 'Serve over HTTP on 127.0.0.1 instead, to any number of clients; they need the token that this prints the file of.',
    },
    { name: 'port', takes: 'number', help: 'The port of --http; 0: any that is free. Default: 7332.' },
    {
      name: 'token-file',
      takes: 'file',
      isFile: true,
      help:
        'Use the token in this file with --http at each start, and make the file where there is none. Whoever listens at the port first learns that ' +
        'token from your clients. Default: a new token at each start.',
    },
    {
      name: 'description-tokens',
      takes: 'number',
      help: "Tokens of tool signatures in executeCode's description, which spare searches; 0: none. Default: 1500.",
    },
    {
      name: 'model',
      takes: 'name',
      help: 'Apply the rules of codeMode.models for this model. Default: those for the name that the client gives itself.',
    },
    ...script,
  ],
  shared: [servers, files, sandbox],
  exits: [['0', 'the client left']],
  examples: [
    ['code-mode serve', 'with the servers of this folder'],
    ['code-mode serve --config mcp.json', 'with those of a file'],
    ['code-mode serve --http', 'for several clients at once'],
  ],
};

export const proxy: Command = {
  does: "Let a chat client's tools be called from scripts",
  forms: [''],
  about: [
    'An endpoint on 127.0.0.1 in the form of OpenAI chat completions, for programs that have tools of their own. The model behind it gets ' +
      'executeCode instead of them; what its scripts call reaches the program as ordinary tool calls, all that are parallel at once.',
    "The client's key goes to the upstream, and is not logged.",
  ],
  options: [
    { name: 'upstream', takes: 'url', help: 'The base URL of the model, e.g. https://api.openai.com/v1. Required.' },
    { name: 'port', takes: 'number', help: 'The port of 127.0.0.1; 0: any that is free. Default: 7333.' },
    { name: 'exclude', takes: 'glob', repeats: true, help: 'Leave these functions as ordinary tools of the model, by name, e.g. "ask_*".' },
    {
      name: 'store',
      help: 'Keep running scripts in this process instead of in the ids of calls, for clients that shorten ids. They end with it.',
    },
    {
      name: 'description-tokens',
      takes: 'number',
      help: "Tokens of signatures in executeCode's description, which spare searches; 0: none. Default: 1500.",
    },
    ...script.filter(({ name }) => name === 'limit' || name === 'type-check'),
  ],
  shared: [sandbox],
  exits: [],
  examples: [
    ['code-mode proxy --upstream https://api.openai.com/v1', 'for programs that use OPENAI_BASE_URL'],
    ['code-mode proxy --upstream http://127.0.0.1:11434/v1', 'with a local model'],
  ],
};
