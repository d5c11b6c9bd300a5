// Definitions of the workspace tools, in the form in which a server lists tools.
import type { JsonObject } from '../base/json.ts';
import type { ToolDefinition } from '../catalog/index.ts';
import { severities } from './diagnosticTools.ts';

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

const path = string(
  'Relative to the workspace folder; with several folders, it begins with the name of one.',
);
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
  exclude: globs('Leave out these files and folders.'),
  includeIgnored: flag('Include node_modules and what .gitignore and editor settings exclude.'),
};
const truncated: JsonObject = { type: 'boolean', description: 'Whether there is more.' };
const reads = { readOnlyHint: true, openWorldHint: false } as const;
const LARGEST_NUMBER = 1_000_000_000;

/** The tools that are available in the editor, on the terminal and in the MCP server. */
export const fileToolDefinitions: readonly ToolDefinition[] = [
  {
    name: 'readFile',
    description: 'Reads a workspace file, or some of its lines, at most 10 MB.',
    inputSchema: object(
      {
        path,
        offset: count('The first line, from 1.', LARGEST_NUMBER, 1),
        limit: count('Number of lines. Default: all.', LARGEST_NUMBER),
        encoding: {
          enum: ['utf8', 'base64'],
          default: 'utf8',
          description: 'base64 for binary files; whole files only.',
        },
      },
      ['path'],
    ),
    outputSchema: output({
      path: { type: 'string' },
      content: { type: 'string' },
      lines: { type: 'integer', description: 'Lines in the file; 0 for base64.' },
      truncated,
    }),
    annotations: reads,
  },
  {
    name: 'writeFile',
    description:
      'Writes a text file, creating its folders. Replaces an existing file only if overwrite is true.',
    inputSchema: object({ path, content: { type: 'string' }, overwrite: flag('Replace an existing file.') }, [
      'path',
      'content',
    ]),
    outputSchema: output({
      path: { type: 'string' },
      bytes: { type: 'integer' },
      created: { type: 'boolean' },
    }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  },
  {
    name: 'editFile',
    description:
      'Replaces exact texts in a text file, one after the other, all or none. Each oldText must occur exactly once.',
    inputSchema: object(
      {
        path,
        edits: {
          ...list(
            object(
              { oldText: { type: 'string', minLength: 1, maxLength: 10_000 }, newText: { type: 'string' } },
              ['oldText', 'newText'],
            ),
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
    description: 'Lists one workspace folder.',
    inputSchema: object({ path }, []),
    outputSchema: output({
      path: { type: 'string' },
      entries: list(
        output({ name: { type: 'string' }, kind: { enum: ['file', 'folder', 'link', 'other'] } }),
      ),
    }),
    annotations: reads,
  },
  {
    name: 'findFiles',
    description: 'Finds workspace files by a glob over their paths. Does not follow links.',
    inputSchema: object(
      {
        pattern: glob('For example src/**/*.{ts,tsx}.'),
        ...narrowing,
        limit: count('Maximum paths.', 5_000, 500),
      },
      ['pattern'],
    ),
    outputSchema: output({ paths: list({ type: 'string' }), truncated }),
    annotations: reads,
  },
  {
    name: 'searchText',
    description: 'Finds lines that contain a text or match a regular expression, in text files up to 1 MB.',
    inputSchema: object(
      {
        query: { type: 'string', minLength: 1, maxLength: 1_000 },
        regex: flag('The query is a JavaScript regular expression for single lines.'),
        ignoreCase: flag('Ignore letter case.'),
        include: globs('Only these files and folders.'),
        ...narrowing,
        contextLines: {
          type: 'integer',
          minimum: 0,
          maximum: 10,
          default: 0,
          description: 'Lines before and after each match.',
        },
        limit: count('Maximum matches.', 1_000, 200),
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
            text: { type: 'string', description: 'The line; the part with the match of a long one.' },
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

/** The tool that is available only in an editor. */
export const diagnosticsDefinition: ToolDefinition = {
  name: 'diagnostics',
  description:
    'Errors and warnings in workspace files, as in the Problems view. Most language tools check open files only.',
  inputSchema: object(
    {
      paths: globs('Only these files and folders.'),
      severity: { enum: [...severities], default: 'warning', description: 'The least severe to include.' },
      limit: count('Maximum diagnostics.', 1_000, 200),
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
