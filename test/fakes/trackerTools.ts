// An issue tracker with schemas that the recorded servers lack: unions, nullable and optional answers, records, dates.
import type { JsonObject } from '../../src/base/json.ts';
import type { InMemoryTool } from './inMemorySource.ts';

const object = (
  properties: JsonObject,
  required: readonly string[] = Object.keys(properties),
): JsonObject => ({
  type: 'object',
  properties,
  required: [...required],
});
const text = { type: 'string' };
const number = { type: 'integer' };
const textOrNull = { anyOf: [text, { type: 'null' }] };
const user = object({ login: text, name: textOrNull, team: text }, ['login', 'name']);
const issue = object(
  {
    id: number,
    title: text,
    state: { enum: ['open', 'closed'] },
    labels: { type: 'array', items: text },
    assignee: { anyOf: [user, { type: 'null' }] },
    milestone: object({ name: text, dueOn: text }),
    fields: { type: 'object', additionalProperties: text },
  },
  ['id', 'title', 'state', 'labels', 'assignee', 'fields'],
);

export const trackerTools: readonly InMemoryTool[] = [
  {
    name: 'list_issues',
    description: 'Lists issues, newest first.',
    inputSchema: object(
      {
        state: { enum: ['open', 'closed', 'all'] },
        labels: { type: 'array', items: text },
        since: { type: 'string', format: 'date-time' },
        sort: object({ by: { enum: ['created', 'updated', 'comments'] }, descending: { type: 'boolean' } }, [
          'by',
        ]),
        limit: { type: 'integer', minimum: 1, maximum: 100 },
      },
      [],
    ),
    outputSchema: object({ issues: { type: 'array', items: issue }, total: number, nextCursor: text }, [
      'issues',
      'total',
    ]),
  },
  {
    name: 'get_issue',
    description: 'Gets one issue.',
    inputSchema: object({ id: number }),
    outputSchema: issue,
  },
  {
    name: 'create_issue',
    description: 'Creates an issue.',
    annotations: { readOnlyHint: false },
    inputSchema: object(
      {
        title: text,
        body: text,
        priority: { enum: ['low', 'medium', 'high', 'urgent'] },
        assignee: textOrNull,
        labels: { type: 'array', items: text },
      },
      ['title'],
    ),
    outputSchema: object({ id: number, url: text }),
  },
  {
    name: 'change_issue',
    description: 'Changes an issue in one of several ways.',
    annotations: { readOnlyHint: false },
    inputSchema: object({
      id: number,
      change: {
        oneOf: [
          object({ kind: { const: 'close' }, reason: { enum: ['completed', 'duplicate'] } }),
          object({ kind: { const: 'rename' }, title: text }),
          object({ kind: { const: 'assign' }, login: text }),
        ],
      },
    }),
  },
  {
    name: 'set_fields',
    annotations: { readOnlyHint: false },
    inputSchema: object({ id: number, fields: { type: 'object', additionalProperties: text } }),
  },
  {
    name: 'find_events',
    outputSchema: object({
      events: {
        type: 'array',
        items: {
          anyOf: [
            object({ type: { const: 'comment' }, text }),
            object({ type: { const: 'label' }, label: text, added: { type: 'boolean' } }),
          ],
        },
      },
    }),
    inputSchema: object({ id: number }),
  },
  {
    name: 'export_csv',
    description: 'All issues as CSV.',
    inputSchema: object({ columns: { type: 'array', items: text } }, []),
  },
  {
    name: 'load_payload',
    description: 'Loads what an event carries.',
    inputSchema: object({}),
    outputSchema: {
      ...object({
        data: { anyOf: [{ type: 'array', items: { $ref: '#/$defs/Ref' } }, { $ref: '#/$defs/Ref' }] },
        value: { anyOf: [text, { type: 'object', additionalProperties: true }] },
      }),
      $defs: { Ref: object({ id: number, parent: { $ref: '#/$defs/Ref' } }, ['id']) },
    },
  },
];
