// Well-known servers that declare no output, each with calls of its tools over files, a page and a service made for the
// calls. The types of src/declarations/recordedOutputs.json come from these calls.
import assert from 'node:assert/strict';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { JsonObject } from '../../src/base/json.ts';
import { observe, type ObservedShape } from '../../src/declarations/observedShape.ts';
import type { RecordedServers } from '../../src/declarations/recordedOutputs.ts';
import { callValue } from '../../src/engine/calls/callValue.ts';
import { provideChromium } from '../editor/bed/provision.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { NotionService } from './notionService.ts';
import { realServer } from './realServer.ts';
import { ScriptedHttpServer } from './scriptedHttpServer.ts';
import { smallPdf } from './smallPdf.ts';

const page = `<title>Garden</title><h1>Garden</h1><button id="press">Press</button><button id="ask" onclick="alert('Sure?')">Ask</button>
<input id="name" aria-label="Name"><input id="file" type="file"><p id="from" draggable="true">from</p><p id="to" ondragover="event.preventDefault()">to</p>
<select id="size" aria-label="Size"><option>small</option><option>large</option></select>`;

const examples = resolve(import.meta.dirname, '../../examples/files');

type Call = readonly [tool: string, input: JsonObject];

interface AnsweringServer {
  /** See `RecordedServer.source`. */
  readonly source?: string;
  /** Returns the definition as in an mcp.json. `url`: address of the service or of the page. */
  definition(url: string): object | Promise<object>;
  calls(folder: string, url: string): readonly Call[];
}

const servers = {
  excel: {
    definition: () => realServer('excel'),
    calls: (folder) => {
      const fileAbsolutePath = join(folder, 'report.xlsx');
      const sheet = { fileAbsolutePath, sheetName: 'Sums' };
      const values = [
        ['a', 'b'],
        [1, 2],
        ['c', '=A2'],
      ];
      return [
        ['excel_describe_sheets', { fileAbsolutePath }],
        ['excel_write_to_sheet', { ...sheet, newSheet: true, range: 'A1:B3', values }],
        ['excel_read_sheet', sheet],
        ['excel_read_sheet', { ...sheet, showFormula: true, showStyle: true }],
        ['excel_create_table', { ...sheet, range: 'A1:B3', tableName: 'Sums' }],
        ['excel_copy_sheet', { fileAbsolutePath, srcSheetName: 'Sums', dstSheetName: 'Copy' }],
        ['excel_describe_sheets', { fileAbsolutePath }],
      ];
    },
  },
  // The present version of this server declares its outputs. Earlier versions answered only with the texts that now
  // accompany the structured content.
  filesystem: {
    definition: () => realServer('filesystem', '${workspaceFolder}'),
    calls: (folder) => {
      const [note, other] = [join(folder, 'note.txt'), join(folder, 'beds', 'other.txt')];
      return [
        ['write_file', { path: note, content: 'a hedge' }],
        ['read_file', { path: note }],
        ['read_text_file', { path: note }],
        ['read_media_file', { path: join(folder, 'minutes.pdf') }],
        ['read_multiple_files', { paths: [note] }],
        ['edit_file', { path: note, edits: [{ oldText: 'hedge', newText: 'pond' }] }],
        ['create_directory', { path: join(folder, 'beds') }],
        ['move_file', { source: note, destination: other }],
        ['list_directory', { path: folder }],
        ['list_directory_with_sizes', { path: folder }],
        ['directory_tree', { path: folder }],
        ['search_files', { path: folder, pattern: '*.txt' }],
        ['get_file_info', { path: other }],
        ['list_allowed_directories', {}],
      ];
    },
  },
  notion: {
    source: 'from the API reference',
    definition: (url) => ({
      ...realServer('notion'),
      env: { NOTION_TOKEN: 'ntn_00000000', BASE_URL: new URL(url).origin },
    }),
    // The API of this service has up to two answers to a request.
    calls: () => {
      const [page_id, block_id, data_source_id, user_id] = ['p', 'b', 'd', 'u'];
      const parent = { page_id };
      const calls: readonly Call[] = [
        ['API-get-self', {}],
        ['API-get-user', { user_id }],
        ['API-get-users', {}],
        ['API-post-search', { query: 'Plan' }],
        ['API-get-block-children', { block_id }],
        ['API-patch-block-children', { block_id, children: [] }],
        ['API-retrieve-a-block', { block_id }],
        ['API-update-a-block', { block_id, archived: false }],
        ['API-delete-a-block', { block_id }],
        ['API-retrieve-a-page', { page_id }],
        ['API-patch-page', { page_id, in_trash: false }],
        ['API-post-page', { parent, properties: {} }],
        ['API-move-page', { page_id, parent }],
        ['API-retrieve-page-markdown', { page_id }],
        [
          'API-update-page-markdown',
          { page_id, type: 'replace_content', replace_content: { new_str: '# Plan' } },
        ],
        ['API-retrieve-a-comment', { block_id }],
        ['API-create-a-comment', { parent, rich_text: [{ text: { content: 'Hello' } }] }],
        ['API-query-data-source', { data_source_id }],
        ['API-retrieve-a-data-source', { data_source_id }],
        ['API-update-a-data-source', { data_source_id, title: [] }],
        ['API-create-a-data-source', { parent: { database_id: 'd' }, properties: {} }],
        ['API-retrieve-a-database', { database_id: 'd' }],
      ];
      return calls.flatMap((call) => Array<Call>(2).fill(call));
    },
  },
  pdf: {
    definition: () => realServer('pdf'),
    calls: (folder) => {
      const minutes = { path: join(folder, 'minutes.pdf') };
      return [
        ['read_pdf', { sources: [{ ...minutes, pages: [1, 3] }] }],
        ['read_pdf', { sources: [minutes], include_full_text: true, include_tables: true }],
        [
          'read_pdf',
          { sources: [{ path: join(folder, 'small.pdf') }], include_full_text: true, include_images: true },
        ],
        ['read_pdf', { sources: [minutes, { path: join(folder, 'none.pdf') }] }],
      ];
    },
  },
  playwright: {
    definition: async () => {
      const browser = [
        '--headless',
        '--no-sandbox',
        '--isolated',
        '--executable-path',
        await provideChromium(),
      ];
      return realServer('playwright', '--caps', 'vision,pdf', ...browser);
    },
    calls: (folder, url) => [
      ['browser_navigate', { url }],
      ['browser_resize', { width: 800, height: 600 }],
      ['browser_snapshot', {}],
      ['browser_find', { text: 'Press' }],
      ['browser_click', { target: '#press' }],
      ['browser_hover', { target: '#press' }],
      ['browser_type', { target: '#name', text: 'Ada' }],
      ['browser_press_key', { key: 'Tab' }],
      ['browser_select_option', { target: '#size', values: ['large'] }],
      ['browser_fill_form', { fields: [{ target: '#name', name: 'Name', type: 'textbox', value: 'Grace' }] }],
      ['browser_drag', { startTarget: '#from', endTarget: '#to' }],
      ['browser_drop', { target: '#to', data: { 'text/plain': 'seeds' } }],
      ['browser_click', { target: '#ask' }],
      ['browser_handle_dialog', { accept: true }],
      ['browser_click', { target: '#file' }],
      ['browser_file_upload', { paths: [join(folder, 'minutes.pdf')] }],
      ['browser_emulate_media', { colorScheme: 'dark' }],
      ['browser_evaluate', { function: '() => document.title' }],
      ['browser_evaluate', { function: '() => ({ title: document.title })' }],
      ['browser_run_code_unsafe', { code: 'async (page) => page.title()' }],
      ['browser_console_messages', { level: 'info' }],
      ['browser_network_requests', { static: true }],
      ['browser_network_request', { index: 1 }],
      ['browser_mouse_move_xy', { x: 10, y: 10 }],
      ['browser_mouse_click_xy', { x: 10, y: 10 }],
      ['browser_mouse_drag_xy', { startX: 10, startY: 10, endX: 20, endY: 20 }],
      ['browser_mouse_down', {}],
      ['browser_mouse_up', {}],
      ['browser_mouse_wheel', { deltaX: 0, deltaY: 10 }],
      ['browser_wait_for', { text: 'Garden' }],
      ['browser_take_screenshot', { scale: 'css' }],
      ['browser_pdf_save', {}],
      ['browser_tabs', { action: 'list' }],
      ['browser_tabs', { action: 'new' }],
      ['browser_navigate', { url }],
      ['browser_navigate_back', {}],
      ['browser_close', {}],
    ],
  },
  time: {
    definition: () => realServer('time'),
    calls: () => {
      const time = '2025-03-23 12:30:00';
      return [
        ['current_time', { format: 'YYYY-MM-DD HH:mm:ss' }],
        ['current_time', { format: 'YYYY-MM-DD', timezone: 'Europe/London' }],
        ['relative_time', { time }],
        ['days_in_month', { date: '2025-03-23' }],
        ['get_timestamp', { time }],
        ['convert_time', { sourceTimezone: 'Asia/Shanghai', targetTimezone: 'Europe/London', time }],
        ['get_week_year', { date: '2025-03-23' }],
      ];
    },
  },
} satisfies Record<string, AnsweringServer>;

export type AnsweringServerName = keyof typeof servers;

export const answeringServers = Object.keys(servers) as readonly AnsweringServerName[];

/** Makes the calls of the server, and returns the shapes of its answers under the name that the server reports. */
export async function recordOutputs(name: AnsweringServerName): Promise<RecordedServers> {
  const server: AnsweringServer = servers[name];
  const notion = new NotionService();
  const site = await ScriptedHttpServer.start((request, response) => {
    const answer = notion.answer(request);
    response
      .writeHead(200, { 'content-type': answer ? 'application/json' : 'text/html' })
      .end(answer ? JSON.stringify(answer) : page);
  });
  const workspace = await McpWorkspace.create({ [name]: await server.definition(site.url) });
  try {
    // Code Mode itself writes into the folder above.
    const folder = join(workspace.folder, 'garden');
    await mkdir(folder);
    for (const file of ['report.xlsx', 'minutes.pdf'])
      await copyFile(join(examples, file), join(folder, file));
    await writeFile(join(folder, 'small.pdf'), smallPdf());
    const listing = await workspace.source.listTools(name, {
      signal: new AbortController().signal,
      interactive: true,
    });
    assert.ok(
      listing.ok && listing.name !== undefined && listing.version !== undefined,
      JSON.stringify(listing),
    );
    const answers = new Map<string, ObservedShape>();
    for (const [tool, input] of server.calls(folder, site.url)) {
      const { content, isError } = await workspace.result(name, tool, input);
      assert.ok(!isError, `${name}/${tool}: ${JSON.stringify(content)}`);
      answers.set(tool, observe(answers.get(tool), callValue({ content, isError })));
    }
    const tools = listing.tools.flatMap(({ name: tool, inputSchema: { properties } }) => {
      const shape = answers.get(tool);
      return shape ? [[tool, { input: Object.keys(properties ?? {}).sort(), answers: shape }] as const] : [];
    });
    const byName = tools.sort(([a], [b]) => (a < b ? -1 : 1));
    const { version } = listing;
    return {
      [listing.name]: {
        version,
        ...(server.source !== undefined && { source: server.source }),
        tools: Object.fromEntries(byName),
      },
    };
  } finally {
    await workspace.dispose();
    await site.close();
  }
}
