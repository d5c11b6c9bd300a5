// Declares the options of the commands that run scripts.
import type { JsonObject } from '../../base/json.ts';
import type { TypeCheckMode } from '../../engine/index.ts';
import { recordModes } from '../../journal/index.ts';
import { limitBounds } from '../../sandbox/index.ts';
import {
  argument,
  approvalRule,
  flowRule,
  limits,
  milliseconds,
  redactionRules,
  sessionName,
} from '../optionValues.ts';
import { choice, flag, oneOf, option, repeated, type OptionTable } from './option.ts';
import { json } from './sharedOptions.ts';

const limitNames = Object.keys(limitBounds);
const typeCheckModes: readonly TypeCheckMode[] = ['error', 'warn', 'off'];
const recordMode = oneOf(recordModes);

export const script = {
  allowWrites: flag('--allow-writes', 'Call tools that are not marked read-only without asking.'),
  approve: repeated(
    '--approve <glob=allow|ask|deny>',
    'Allow tools by "server.tool" without asking, ask for them in each run even with --allow-writes, or deny them. The strictest rule counts.',
    (texts) => texts.map(approvalRule),
  ),
  dataFlow: repeated(
    '--data-flow <"from -> to=ask|deny">',
    'Ask before calls of one server once another one has answered, or deny them, as globs: "mail.* -> web.*=ask".',
    (texts) => texts.map(flowRule),
  ),
  audit: flag(
    '--audit',
    'Write to the audit log who asked, which calls were allowed by what, and their outcome; no values. Or CODE_MODE_AUDIT=1.',
  ),
  keep: flag(
    '--keep',
    'Let the servers that the command starts go on, and use those that an earlier one left: one browser, one login. They end when unused ' +
      'for 10 minutes, or with code-mode daemon stop.',
  ),
  limits: {
    ...repeated(
      '--limit <limit=number>',
      `Change a limit, e.g. cpuMs=2000: ${limitNames.join(', ')}.`,
      limits,
    ),
    values: limitNames.map((name) => `${name}=`),
  },
  record: {
    ...choice(
      '--record <what>',
      'What to record of runs: full, metadata (without values), off. Default: CODE_MODE_RECORD, or full. A workspace may record less.',
      recordModes,
    ),
    read: (texts: readonly string[]) =>
      recordMode(texts.at(-1) ?? process.env['CODE_MODE_RECORD'] ?? 'full', 'record'),
  },
  redact: repeated(
    '--redact <rule>',
    'Hide in records, beside secrets: fields by name ("*_ssn"), a path ("crm.*: $.customer.email"), text by a pattern ("/sk-[a-z0-9]+/").',
    redactionRules,
  ),
  typeCheck: choice(
    '--type-check <mode>',
    'Check the types of scripts: error (refuse them), warn (run them, with warnings), off. Default: error.',
    typeCheckModes,
    'error',
  ),
} satisfies OptionTable;

/** The options of `run` and of `scripts run`. */
export const runOptions = {
  args: repeated(
    '--arg <key=value>',
    'Set codemode.args.<key>, to a JSON value if it is JSON.',
    (texts): JsonObject => Object.fromEntries(texts.map(argument)),
  ),
  ...script,
  session: option(
    '--session <name>',
    'Keep codemode.store, and with --as-model large results, for later runs of this name in this folder, for 30 days.',
    sessionName,
  ),
  dryRun: flag(
    '--dry-run',
    'List calls that can write, with their arguments, instead of sending them. Calls that only read are sent.',
  ),
  timeoutMs: option('--timeout <ms>', 'End the script after this time. Default: 120000.', milliseconds),
  asModel: flag(
    '--as-model',
    'Print the text that a chat model reads: the result or errors, and the receipt of calls.',
  ),
  withInputs: flag(
    '--with-inputs',
    'With --json: add the input of each call, at most 2,000 characters, without the values of secret names.',
  ),
  trace: option(
    '--trace <file>',
    'Write each call with its input and output to this file, one line of JSON each.',
  ),
  json,
} satisfies OptionTable;
