// Options of commands that run scripts.
import { recordModes } from '../../runs/runSettings.ts';
import { limitBounds } from '../../sandbox/host/limitBounds.ts';
import type { Option } from './option.ts';

export const script: readonly Option[] = [
  { name: 'allow-writes', help: 'Call tools that are not marked read-only without asking.' },
  {
    name: 'approve',
    takes: 'glob=allow|ask|deny',
    repeats: true,
    help: 'Allow tools by "server.tool" without asking, ask for them in each run even with --allow-writes, or deny them. The strictest rule counts.',
  },
  {
    name: 'data-flow',
    takes: '"from -> to=ask|deny"',
    repeats: true,
    help: 'Ask before calls of one server once another one has answered, or deny them, as globs: "mail.* -> web.*=ask".',
  },
  {
    name: 'audit',
    help: 'Write to the audit log who asked, which calls were allowed by what, and their outcome; no values. Or CODE_MODE_AUDIT=1.',
  },
  {
    name: 'limit',
    takes: 'limit=number',
    repeats: true,
    values: Object.keys(limitBounds).map((limit) => `${limit}=`),
    help: `Change a limit, e.g. cpuMs=2000: ${Object.keys(limitBounds).join(', ')}.`,
  },
  {
    name: 'record',
    takes: 'what',
    values: recordModes,
    help: 'What to record of runs: full, metadata (without values), off. Default: CODE_MODE_RECORD, or full. A workspace may record less.',
  },
  {
    name: 'redact',
    takes: 'rule',
    repeats: true,
    help: 'Hide in records, beside secrets: fields by name ("*_ssn"), a path ("crm.*: $.customer.email"), text by a pattern ("/sk-[a-z0-9]+/").',
  },
  {
    name: 'type-check',
    takes: 'mode',
    values: ['error', 'warn', 'off'],
    help: 'Check the types of scripts: error (refuse them), warn (run them, with warnings), off. Default: error.',
  },
];
