import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/base/json.ts';
import type { Diagnostic, FileDiagnostics, Severity } from '../../../src/workspace/diagnosticTools.ts';
import { TemporaryWorkspace } from '../../fakes/temporaryWorkspace.ts';

const at = (line: number, column = 1, severity: Severity = 'error'): Diagnostic => ({
  line,
  column,
  severity,
  message: 'wrong',
});
const file = (path: string, ...diagnostics: readonly Diagnostic[]): FileDiagnostics => ({
  location: { folder: 0, path },
  diagnostics,
});

function workspaceWith(...found: readonly FileDiagnostics[]): TemporaryWorkspace {
  const files = Object.fromEntries(found.map(({ location }) => [location.path, '']));
  return new TemporaryWorkspace(files, { diagnostics: { all: () => found } });
}

/** Returns the positions that were found, as `path:line:column`. */
async function places(workspace: TemporaryWorkspace, input: JsonObject = {}): Promise<readonly string[]> {
  const answer = await workspace.call('diagnostics', input);
  assert.ok(typeof answer === 'object');
  // by its output schema
  const shown = answer['diagnostics'] as unknown as readonly (Diagnostic & { readonly path: string })[];
  return shown.map(({ path, line, column }) => `${path}:${line}:${column}`);
}

describe('the diagnostics', () => {
  it('are not there without an editor', async () => {
    using workspace = new TemporaryWorkspace();
    const listing = await workspace.source.listTools();
    assert.ok(listing.ok && !listing.tools.some(({ name }) => name === 'diagnostics'));
    assert.equal(await workspace.call('diagnostics', {}), 'unknown_tool');
  });

  it('say where, how bad, what, and who found it', async () => {
    const diagnostic: Diagnostic = {
      line: 2,
      column: 3,
      severity: 'warning',
      message: 'unused',
      source: 'ts',
      code: '6133',
    };
    using workspace = workspaceWith(file('a.ts', diagnostic));
    assert.deepEqual(await workspace.call('diagnostics', {}), {
      diagnostics: [{ path: 'a.ts', ...diagnostic }],
      total: 1,
      truncated: false,
    });
  });

  it('come by path, line and column', async () => {
    using workspace = workspaceWith(file('b.ts', at(2), at(1, 5), at(1, 2)), file('a.ts', at(9)));
    assert.deepEqual(await places(workspace), ['a.ts:9:1', 'b.ts:1:2', 'b.ts:1:5', 'b.ts:2:1']);
  });

  it('are errors and warnings unless asked for more, or for less', async () => {
    using workspace = workspaceWith(
      file('a.ts', at(1), at(2, 1, 'warning'), at(3, 1, 'information'), at(4, 1, 'hint')),
    );
    const count = async (input: JsonObject) => (await places(workspace, input)).length;
    assert.deepEqual(
      [await count({}), await count({ severity: 'error' }), await count({ severity: 'hint' })],
      [2, 1, 4],
    );
  });

  it('are those of the paths asked for', async () => {
    using workspace = workspaceWith(file('src/a.ts', at(1)), file('src/x/b.ts', at(1)), file('c.ts', at(1)));
    assert.deepEqual(await places(workspace, { paths: 'src/*.ts' }), ['src/a.ts:1:1']);
    assert.deepEqual(await places(workspace, { paths: ['src/x/', './c.ts'] }), [
      'c.ts:1:1',
      'src/x/b.ts:1:1',
    ]);
  });

  it('are not those of files that may not be read', async () => {
    using workspace = workspaceWith(file('a.ts', at(1)), file('.env', at(1)), file('private/b.ts', at(1)));
    workspace.read = ['**', '!private/**'];
    assert.deepEqual(await places(workspace), ['a.ts:1:1']);
  });

  it('are not those of a file that is a link to one that may not be read', async () => {
    using workspace = workspaceWith(file('a.ts', at(1)));
    workspace.put('.env', '');
    symlinkSync(join(workspace.root, '.env'), join(workspace.root, 'link.ts'));
    const found = [file('link.ts', at(1))];
    using linked = new TemporaryWorkspace({}, { files: workspace.files, diagnostics: { all: () => found } });
    assert.deepEqual(await places(linked), []);
  });

  it('are those of the other files where the file system fails for one', async () => {
    using workspace = workspaceWith(file('a.ts', at(1)));
    symlinkSync('loop.ts', join(workspace.root, 'loop.ts'));
    const found = [file('a.ts', at(1)), file('loop.ts', at(1))];
    using looped = new TemporaryWorkspace({}, { files: workspace.files, diagnostics: { all: () => found } });
    assert.deepEqual(await places(looped), ['a.ts:1:1']);
  });

  it('end at the limit and say how many there are', async () => {
    using workspace = workspaceWith(file('a.ts', at(1), at(2), at(3)));
    const answer = await workspace.call('diagnostics', { limit: 2 });
    assert.ok(typeof answer === 'object');
    assert.deepEqual(
      [answer['total'], answer['truncated'], (await places(workspace, { limit: 2 })).length],
      [3, true, 2],
    );
  });

  it('cut long messages', async () => {
    using workspace = workspaceWith(file('a.ts', { ...at(1), message: 'x'.repeat(5_000) }));
    assert.ok(JSON.stringify(await workspace.call('diagnostics', {})).length < 1_200);
  });
});
