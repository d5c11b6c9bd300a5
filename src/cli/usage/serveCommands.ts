// The entries of the commands that serve other programs: MCP clients, and programs that send requests to a model.
import { resolve } from 'node:path';
import { baseUrl, stateUrl, wholeNumber } from '../optionValues.ts';
import { flag, option, repeated, type Command } from './option.ts';
import { script } from './scriptOptions.ts';
import { files, sandbox, servers, commandLineServers } from './sharedOptions.ts';

/** Default number of tokens of signatures in the description of `executeCode`. */
export const defaultDescriptionTokens = 1_500;
const port = wholeNumber(0, 65_535);
const descriptionTokens = option(
  '--description-tokens <number>',
  "Tokens of tool signatures in executeCode's description, which spare searches; 0: none. Default: 1500.",
  wholeNumber(0, 100_000),
  defaultDescriptionTokens,
);

export const serve = {
  does: 'Serve executeCode and findTools to an MCP client',
  about: [
    'An MCP server on standard input and output, for Claude Code, Cursor and every other MCP client: its model gets two tools instead of those ' +
      'of all servers. Ends when the client closes standard input.',
    'Asks before a script calls tools that are not marked read-only, by elicitation; a client that cannot ask gets no writes without ' +
      '--allow-writes.',
  ],
  options: {
    http: flag(
      '--http',
      'Serve over HTTP on 127.0.0.1 instead, to any number of clients; they need the token that this prints the file of.',
    ),
    port: option('--port <number>', 'The port of --http; 0: any that is free. Default: 7332.', port),
    tokenFile: option(
      '--token-file <file>',
      'Use the token in this file with --http at each start, and make the file where there is none. Whoever listens at the port first ' +
        'learns that token from your clients. Default: a new token at each start.',
      (file) => resolve(file),
    ),
    host: option(
      '--host <address>',
      'The address of --http behind a load balancer, such as 0.0.0.0 in a container; needs --token-file. Whoever reaches the address needs the ' +
        'token alone, and it is not encrypted on the way. Default: 127.0.0.1.',
    ),
    state: option(
      '--state <url>',
      'Share sessions, stored values and records of runs with other processes of --http, over Valkey or Redis 6 and later at ' +
        'redis://[user:password@]host:port/db, or rediss:// for TLS; ${NAME} is a variable of the environment. Processes with one address and ' +
        'database are one server to their clients.',
      stateUrl,
    ),
    descriptionTokens,
    model: option(
      '--model <name>',
      'Apply the rules of codeMode.models for this model. Default: those for the name that the client gives itself.',
    ),
    ...script,
  },
  shared: [servers, commandLineServers, files, sandbox],
  exits: [['0', 'the client left']],
  examples: [
    ['code-mode serve', 'with the servers of this folder'],
    ['code-mode serve --config mcp.json', 'with those of a file'],
    ['code-mode serve --http', 'for several clients at once'],
  ],
} satisfies Command;

export const proxy = {
  does: "Let a chat client's tools be called from scripts",
  about: [
    'An endpoint on 127.0.0.1 in the form of OpenAI chat completions, for programs that have tools of their own. The model behind it gets ' +
      'executeCode instead of them; what its scripts call reaches the program as tool calls, all that are parallel at once.',
    "The client's key goes to the upstream, and is not logged.",
  ],
  options: {
    upstream: option(
      '--upstream <url>',
      'The base URL of the model, e.g. https://api.openai.com/v1. Required.',
      baseUrl,
    ),
    port: option(
      '--port <number>',
      'The port of 127.0.0.1; 0: any that is free. Default: 7333.',
      port,
      7_333,
    ),
    exclude: repeated(
      '--exclude <glob>',
      'Leave these functions to the model as tools, by name, e.g. "ask_*".',
    ),
    store: flag(
      '--store',
      'Keep running scripts in this process instead of in the ids of calls, for clients that shorten ids. They end with it.',
    ),
    descriptionTokens,
    limits: script.limits,
    typeCheck: script.typeCheck,
  },
  shared: [sandbox],
  exits: [],
  examples: [
    ['code-mode proxy --upstream https://api.openai.com/v1', 'for programs that use OPENAI_BASE_URL'],
    ['code-mode proxy --upstream http://127.0.0.1:11434/v1', 'with a local model'],
  ],
} satisfies Command;
