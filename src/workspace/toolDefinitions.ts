// The workspace tools as a server would list them: what a script may pass, what it gets, which of them write.
import type { JsonObject } from '../catalog/json.ts';
import type { ToolDefinition } from '../catalog/toolSource.ts';
import { severities } from './workspaceDiagnostics.ts';

const string = (description: string): JsonObject => ({ type: 'string', description });
const flag = (description: string): JsonObject => ({ type: 'boolean', default: false, description });
const count = (description: string, maximum: number, byDefault?: number): JsonObject => ({
  type: 'integer',
  minimum: 1,
  maximum,
  ...(byDefault !== undefined && { default: byDefault }),
  description,
});
const object = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const output = (properties: JsonObject): JsonObject => object(properties, Object.keys(properties));
const list = (items: JsonObject): JsonObject => ({ type: 'array', items });

const path = string('Relative to the workspace folder; with several folders it begins with the name of one.');
const GLOB: JsonObject = { type: 'string', maxLength: 1_000 };
const glob = (description: string): JsonObject => ({
  ...GLOB,
  description: `${description} * and ? stay within a name, ** is any number of folders.`,
});
const globs = (description: string): JsonObject => ({
  anyOf: [GLOB, { ...list(GLOB), maxItems: 20 }],
  description: `${description} One glob, or several.`,
});
const narrowing: JsonObject = {
  exclude: globs('Not these files, nor what is below these folders.'),
  includeIgnored: flag("Also what .gitignore and the editor's settings leave out, and node_modules."),
};
const truncated: JsonObject = { type: 'boolean', description: 'Whether there is more than what was answered.' };
const reads = { readOnlyHint: true, openWorldHint: false } as const;
const LARGEST_NUMBER = 1_000_000_000;

/** The tools that every front door has. */
export const fileToolDefinitions: readonly ToolDefinition[] = [
  {
    name: 'readFile',
    description: 'Reads a file of the workspace: text, or some of its lines, at most 10 MB at once.',
    inputSchema: object(
      {
        path,
        offset: count('The first line, from 1.', LARGEST_NUMBER, 1),
        limit: count('How many lines; all unless given.', LARGEST_NUMBER),
        encoding: { enum: ['utf8', 'base64'], default: 'utf8', description: 'base64 for files that are not text; whole files only.' },
      },
      ['path'],
    ),
    outputSchema: output({
      path: { type: 'string' },
      content: { type: 'string' },
      lines: { type: 'integer', description: 'How many lines the file has; 0 for base64.' },
      truncated,
    }),
    annotations: reads,
  },
  {
    name: 'writeFile',
    description: 'Writes a text file of the workspace, making its folders. Refuses to replace a file unless overwrite is true.',
    inputSchema: object({ path, content: { type: 'string' }, overwrite: flag('Replace the file if it is there.') }, ['path', 'content']),
    outputSchema: output({ path: { type: 'string' }, bytes: { type: 'integer' }, created: { type: 'boolean' } }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  },
  {
    name: 'editFile',
    description:
      'Replaces exact texts in a text file of the workspace, one after the other; all or none. Each old text must be there once.',
    inputSchema: object(
      {
        path,
        edits: {
          ...list(
            object({ oldText: { type: 'string', minLength: 1, maxLength: 10_000 }, newText: { type: 'string' } }, ['oldText', 'newText']),
          ),
          minItems: 1,
          maxItems: 50,
        },
      },
      ['path', 'edits'],
    ),
    outputSchema: output({ path: { type: 'string' }, edits: { type: 'integer' } }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  },
  {
    name: 'listFiles',
    description: 'Lists what is in one folder of the workspace.',
    inputSchema: object({ path }, []),
    outputSchema: output({
      path: { type: 'string' },
      entries: list(output({ name: { type: 'string' }, kind: { enum: ['file', 'folder', 'link', 'other'] } })),
    }),
    annotations: reads,
  },
  {
    name: 'findFiles',
    description: 'Finds files of the workspace by a glob over their paths. Links are not followed.',
    inputSchema: object({ pattern: glob('For example src/**/*.{ts,tsx}.'), ...narrowing, limit: count('The most paths.', 5_000, 500) }, [
      'pattern',
    ]),
    outputSchema: output({ paths: list({ type: 'string' }), truncated }),
    annotations: reads,
  },
  {
    name: 'searchText',
    description: 'Finds the lines of text files of the workspace that have a plain text, or match a regular expression.',
    inputSchema: object(
      {
        query: { type: 'string', minLength: 1, maxLength: 1_000 },
        regex: flag('Whether the query is a regular expression of JavaScript, for single lines.'),
        ignoreCase: flag('Whether upper and lower case are the same.'),
        include: globs('Only files whose path matches, or that are below such a folder.'),
        ...narrowing,
        contextLines: { type: 'integer', minimum: 0, maximum: 10, default: 0, description: 'How many lines before and after each match.' },
        limit: count('The most matches.', 1_000, 200),
      },
      ['query'],
    ),
    outputSchema: output({
      matches: list(
        object(
          {
            path: { type: 'string' },
            line: { type: 'integer', description: 'From 1.' },
            column: { type: 'integer', description: 'Of the first match in the line, from 1.' },
            text: { type: 'string', description: 'The line; of a long one, the part with the match.' },
            before: list({ type: 'string' }),
            after: list({ type: 'string' }),
          },
          ['path', 'line', 'column', 'text'],
        ),
      ),
      truncated,
    }),
    annotations: reads,
  },
];

/** Where there is an editor. */
export const diagnosticsDefinition: ToolDefinition = {
  name: 'diagnostics',
  description:
    'Errors and warnings that language tools have found in files of the workspace, as in the Problems view; most tools look at open files only.',
  inputSchema: object(
    {
      paths: globs('Only files whose path matches, or that are below such a folder.'),
      severity: { enum: [...severities], default: 'warning', description: 'The least severe that is given.' },
      limit: count('The most diagnostics.', 1_000, 200),
    },
    [],
  ),
  outputSchema: output({
    diagnostics: list(
      object(
        {
          path: { type: 'string' },
          line: { type: 'integer', description: 'From 1.' },
          column: { type: 'integer', description: 'From 1.' },
          severity: { enum: [...severities] },
          message: { type: 'string' },
          source: { type: 'string', description: 'Who found it.' },
          code: { type: 'string' },
        },
        ['path', 'line', 'column', 'severity', 'message'],
      ),
    ),
    total: { type: 'integer' },
    truncated,
  }),
  annotations: reads,
};
