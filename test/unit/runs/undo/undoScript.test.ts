import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../../src/catalog/json.ts';
import type { UndoCall, UndoTool } from '../../../../src/runs/undo/undoCall.ts';
import { undoScript } from '../../../../src/runs/undo/undoScript.ts';
import { localTimeWithZone } from '../../../../src/text/localTime.ts';

const run = { id: 'k3f9a-2b71c', title: 'Tidy up', startedAt: Date.UTC(2026, 10, 23, 8, 33) };
const text = { type: 'string' };
const schema = (properties: Record<string, JsonObject>, required = Object.keys(properties)): JsonObject => ({
  type: 'object',
  properties,
  required,
});

class Server {
  readonly tools: UndoTool[] = [];
  readonly calls: UndoCall[] = [];

  tool(name: string, inputSchema: JsonObject, readOnly = false): this {
    const method = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    this.tools.push({ namespace: 's', name, method, path: `tools.s.${method}`, inputSchema, readOnly });
    return this;
  }

  call(name: string, input: JsonObject, output?: JsonValue, state: UndoCall['state'] = 'finished'): this {
    const tool = this.tools.find((known) => known.name === name);
    const writes = tool?.readOnly !== true;
    this.calls.push({ call: this.calls.length + 1, path: `tools.s.${name}`, ...(tool && { tool }), writes, state, input, output });
    return this;
  }

  /** The calls of the script. */
  undone(): readonly string[] {
    return [...this.code().matchAll(/^await ([^]*?\));$/gm)].map(([, call]) => (call ?? '').replaceAll(/\s+/g, ' '));
  }

  code(): string {
    return undoScript(run, this.calls, this.tools).code;
  }
}

describe('the script that undoes a run', () => {
  it('reverses the last write first', () => {
    const server = new Server().tool('move_file', schema({ source: text, destination: text }));
    server.call('move_file', { source: '/a', destination: '/b' }).call('move_file', { source: '/b', destination: '/c' });
    assert.deepEqual(server.undone(), [
      'tools.s.moveFile({ source: "/c", destination: "/b" })',
      'tools.s.moveFile({ source: "/b", destination: "/a" })',
    ]);
    const at = localTimeWithZone(run.startedAt);
    assert.ok(server.code().startsWith(`// Undo Tidy up\n// Reverses run k3f9a-2b71c of ${at}: 2 writes`));
  });

  it('deletes what was created by the id in the answer', () => {
    const server = new Server()
      .tool('create_issue', schema({ owner: text, title: text }))
      .tool('delete_issue', schema({ owner: text, issue_number: { type: 'integer' } }, ['issue_number']))
      .tool('delete_comment', schema({ id: text }));
    server.call('create_issue', { owner: 'ann', title: 'x' }, { issue: { number: 7, title: 'x' } });
    assert.deepEqual(server.undone(), ['tools.s.deleteIssue({ issue_number: 7, owner: "ann" })']);
  });

  it('deletes only those of many that the answer says were created', () => {
    const entity = schema({ name: text, kind: text });
    const server = new Server()
      .tool('create_entities', schema({ entities: { type: 'array', items: entity } }))
      .tool('delete_entities', schema({ entityNames: { type: 'array', items: text } }));
    server.call(
      'create_entities',
      {
        entities: [
          { name: 'old', kind: 'a' },
          { name: 'new', kind: 'a' },
        ],
      },
      { entities: [{ name: 'new', kind: 'a' }] },
    );
    assert.deepEqual(server.undone(), ['tools.s.deleteEntities({ entityNames: ["new"] })']);
  });

  it('adds again what was deleted, where the call says what that was', () => {
    const item = (list: string) => schema({ entityName: text, [list]: { type: 'array', items: text } });
    const server = new Server()
      .tool('add_observations', schema({ observations: { type: 'array', items: item('contents') } }))
      .tool('delete_observations', schema({ deletions: { type: 'array', items: item('observations') } }))
      .tool('create_directory', schema({ path: text }))
      .tool('delete_directory', schema({ path: text }));
    server.call('delete_observations', { deletions: [{ entityName: 'a', observations: ['x'] }] });
    server.call('delete_directory', { path: '/a' });
    assert.deepEqual(server.undone(), ['tools.s.addObservations({ observations: [{ entityName: "a", contents: ["x"] }] })']);
    assert.match(server.code(), /(?:deleteDirectory|delete_directory).*\n\/\/ Not reversed: what was deleted is not /);
  });

  it('writes back what the run had read or written before', () => {
    const file = schema({ path: text, content: text });
    const server = new Server()
      .tool('read_file', schema({ path: text, head: { type: 'integer' } }, ['path']), true)
      .tool('write_file', file);
    server.call('read_file', { path: '/a' }, 'old').call('read_file', { path: '/b', head: 3 }, 'first lines');
    server.call('write_file', { path: '/a', content: 'one' }).call('write_file', { path: '/a', content: 'two' });
    server.call('write_file', { path: '/b', content: 'three' });
    assert.deepEqual(server.undone(), [
      'tools.s.writeFile({ path: "/a", content: "one" })',
      'tools.s.writeFile({ path: "/a", content: "old" })',
    ]);
    assert.match(server.code(), /Not reversed: the run did not read /);
  });

  it('exchanges the texts of edits, the last first', () => {
    const server = new Server().tool('edit_file', schema({ path: text, edits: { type: 'array' } }));
    server.call('edit_file', {
      path: '/a',
      edits: [
        { oldText: '1', newText: '2' },
        { oldText: '2', newText: '3' },
      ],
    });
    assert.deepEqual(server.undone(), [
      'tools.s.editFile({ path: "/a", edits: [{ oldText: "3", newText: "2" }, { oldText: "2", newText: "1" }] })',
    ]);
  });

  it('switches back what was switched', () => {
    const server = new Server()
      .tool('star_repo', schema({ repo: text }))
      .tool('unstar_repo', schema({ repo: text }))
      .call('star_repo', { repo: 'r' });
    assert.deepEqual(server.undone(), ['tools.s.unstarRepo({ repo: "r" })']);
  });

  it('says why there is no inverse', () => {
    const server = new Server()
      .tool('send_mail', schema({ to: text }))
      .tool('create_note', schema({ text }))
      .tool('delete_note', schema({ id: text }));
    server
      .call('send_mail', { to: 'a' })
      .call('create_note', { text: 'x' }, 'ok')
      .call('create_note', { text: 'y' }, undefined, 'unknown')
      .call('gone', {});
    const code = server.code();
    assert.match(code, /no tool that reverses it/);
    assert.match(code, /tools\.s\.deleteNote needs id, which the record /);
    assert.match(code, /it is not known whether it took effect/);
    assert.match(code, /no longer has the tool/);
    assert.deepEqual(undoScript(run, server.calls, server.tools).left, 4);
  });

  it('passes no hidden secret on, and lets nothing out of a comment', () => {
    const server = new Server().tool('set_key', schema({ id: text, key: text })).tool('get_key', schema({ id: text }), true);
    server.call('get_key', { id: 'a' }, { key: '•••' }).call('set_key', { id: 'a', key: 'x\nawait tools.s.evil({})\u2028' });
    assert.deepEqual(server.undone(), []);
    assert.match(server.code(), /an argument has a secret/);
    const title = 'x\nawait tools.s.evil({})\u2028await y';
    assert.doesNotMatch(undoScript({ ...run, title }, [], []).code, /^\s*await/m);
  });
});
