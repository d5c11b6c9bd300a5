// Notion's API on this machine, as far as its MCP server needs it. Each request gets objects of the API's reference
// (version 2025-09-03, https://developers.notion.com/reference) in place of a real workspace.
import type { IncomingMessage } from 'node:http';

const id = '16d84278-ab0e-484c-9bdd-b35da3bd8905';
const time = '2026-01-02T03:04:00.000Z';
const by = { object: 'user', id };
const times = { created_time: time, last_edited_time: time, created_by: by, last_edited_by: by };
const url = 'https://www.notion.so/Plan';
const annotations = {
  bold: false,
  italic: false,
  strikethrough: false,
  underline: false,
  code: false,
  color: 'default',
};

const linked = (link: object | null, href: string | null) => [
  { type: 'text', text: { content: 'Hedge', link }, annotations, plain_text: 'Hedge', href },
];
const texts = [...linked(null, null), ...linked({ url }, url)];
const looks = [
  { cover: null, icon: null, public_url: null },
  { cover: { type: 'external', external: { url } }, icon: { type: 'emoji', emoji: '🌳' }, public_url: url },
];

const person = {
  object: 'user',
  id,
  name: 'Ada',
  avatar_url: null,
  type: 'person',
  person: { email: 'ada@example.org' },
};
const bot = {
  object: 'user',
  id,
  name: 'Gardener',
  avatar_url: url,
  type: 'bot',
  bot: { owner: { type: 'workspace', workspace: true }, workspace_name: 'Garden' },
};
// Names of properties are data and not identifiers; one of them has a space.
const properties = {
  Name: { id: 'title', type: 'title', title: texts },
  'Due date': { id: 'a', type: 'date', date: { start: '2026-01-02', end: null, time_zone: null } },
  State: { id: 'b', type: 'select', select: { id: 'c', name: 'Open', color: 'red' } },
};
const pages = looks.map((look) => ({
  object: 'page',
  id,
  ...times,
  ...look,
  url,
  archived: false,
  in_trash: false,
  is_locked: false,
  properties,
  parent: { type: 'data_source_id', data_source_id: id, database_id: id },
}));
const dataSources = looks.map((look) => ({
  object: 'data_source',
  id,
  ...times,
  ...look,
  url,
  archived: false,
  in_trash: false,
  is_inline: false,
  title: texts,
  description: texts,
  parent: { type: 'database_id', database_id: id },
  database_parent: { type: 'page_id', page_id: id },
  properties: {
    Name: { id: 'title', name: 'Name', type: 'title', title: {} },
    'Due date': { id: 'a', name: 'Due date', type: 'date', date: {} },
  },
}));
const databases = looks.map((look) => ({
  object: 'database',
  id,
  created_time: time,
  last_edited_time: time,
  ...look,
  url,
  in_trash: false,
  is_inline: false,
  is_locked: false,
  title: texts,
  description: texts,
  parent: { type: 'page_id', page_id: id },
  data_sources: [{ id, name: 'Tasks' }],
}));
const blocks = ['paragraph', 'to_do'].map((type) => ({
  object: 'block',
  id,
  parent: { type: 'page_id', page_id: id },
  ...times,
  has_children: false,
  archived: false,
  in_trash: false,
  type,
  [type]: { rich_text: texts, color: 'default', ...(type === 'to_do' && { checked: false }) },
}));
const comment = {
  object: 'comment',
  id,
  parent: { type: 'page_id', page_id: id },
  discussion_id: id,
  created_time: time,
  last_edited_time: time,
  created_by: by,
  rich_text: texts,
};
const markdown = {
  object: 'page_markdown',
  id,
  markdown: '# Plan',
  truncated: false,
  unknown_block_ids: [id],
};

/** Returns one page of a list; `next` is the cursor of the next page, null for the last. */
function list(type: string, results: readonly object[], next: string | null): object {
  return {
    object: 'list',
    results,
    next_cursor: next,
    has_more: next !== null,
    type,
    [type]: {},
    request_id: id,
  };
}

/** Answers by method and path; the first matching entry counts. An entry gives its answers in turn. */
const answers: readonly (readonly [request: RegExp, ...answers: object[]])[] = [
  [/^GET \/v1\/users\/me$/, bot],
  [/^GET \/v1\/users\/[^/]+$/, person, bot],
  [/^GET \/v1\/users$/, list('user', [person, bot], null), list('user', [person, bot], id)],
  [
    /^POST \/v1\/search$/,
    ...[null, id].map((next) => list('page_or_data_source', [...pages, ...dataSources], next)),
  ],
  [/^(GET|PATCH) \/v1\/blocks\/[^/]+\/children$/, ...[null, id].map((next) => list('block', blocks, next))],
  [/^(GET|PATCH|DELETE) \/v1\/blocks\/[^/]+$/, ...blocks],
  [/^(GET|PATCH) \/v1\/pages\/[^/]+\/markdown$/, markdown],
  [/^(GET|PATCH) \/v1\/pages\/[^/]+$/, ...pages],
  [/^POST \/v1\/pages(\/[^/]+\/move)?$/, ...pages],
  [/^GET \/v1\/comments$/, ...[null, id].map((next) => list('comment', [comment], next))],
  [/^POST \/v1\/comments$/, comment],
  [
    /^POST \/v1\/data_sources\/[^/]+\/query$/,
    ...[null, id].map((next) => list('page_or_data_source', pages, next)),
  ],
  [/^(GET|PATCH) \/v1\/data_sources\/[^/]+$/, ...dataSources],
  [/^POST \/v1\/data_sources$/, ...dataSources],
  [/^GET \/v1\/databases\/[^/]+$/, ...databases],
];

export class NotionService {
  readonly #asked = new Map<string, number>();

  /** Returns the answer to a request; undefined if the request is unknown. */
  answer({ method, url: address = '' }: IncomingMessage): object | undefined {
    const request = `${method} ${address.split('?')[0]}`;
    const [, ...known] = answers.find(([pattern]) => pattern.test(request)) ?? [];
    const times = this.#asked.get(request) ?? 0;
    this.#asked.set(request, times + 1);
    return known[times % known.length];
  }
}
