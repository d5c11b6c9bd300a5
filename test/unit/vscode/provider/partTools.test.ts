import assert from 'node:assert/strict';
import { RoutingPatterns } from '../../../../src/catalog/routing/routingPatterns.ts';
import { partTools } from '../../../../src/vscode/provider/partTools.ts';

function part(names: readonly string[], ...excluded: string[]) {
  const patterns = new RoutingPatterns(
    excluded.map((pattern) => ({ pattern, setting: 'codeMode.excludedTools' })),
    'all',
  );
  const offered = names.map((name) => ({ name, description: '', inputSchema: { type: 'object' } }));
  const { functions, others } = partTools(offered, (tool) => patterns.find(tool) !== undefined);
  return [
    functions.map(({ name }) => name),
    others.map((tool) => (tool['function'] as { name: string }).name),
  ];
}

describe('the tools of a chat request', () => {
  it('become code', () =>
    assert.deepEqual(part(['read_file', 'mcp_git_log']), [['read_file', 'mcp_git_log'], []]));

  for (const pattern of [
    'everything.get-env',
    'everything.*',
    'everything.getEnv',
    '*.get-env',
    'everything_re.get-env',
  ]) {
    it(`stay tools where ${pattern} names them`, () =>
      assert.deepEqual(part(['mcp_everything_re_get-env', 'read_file'], pattern), [
        ['read_file'],
        ['mcp_everything_re_get-env'],
      ]));
  }

  it("stay tools where a pattern names one of the editor's", () =>
    assert.deepEqual(part(['run_in_terminal', 'read_file'], 'editor.run_*'), [
      ['read_file'],
      ['run_in_terminal'],
    ]));

  it('stay tools where the next tools depend on them', () =>
    assert.deepEqual(part(['activate_git_tools', 'read_file']), [['read_file'], ['activate_git_tools']]));

  it('stay tools where they answer with pictures', () =>
    assert.deepEqual(part(['view_image', 'read_file']), [['read_file'], ['view_image']]));

  it('leave out those of Code Mode', () =>
    assert.deepEqual(part(['executeCode', 'mcp_code-mode_findTools', 'read_file']), [['read_file'], []]));

  it('keep those of Code Mode where there are no others', () =>
    assert.deepEqual(part(['executeCode', 'findTools']), [[], ['executeCode', 'findTools']]));
});
