import assert from 'node:assert/strict';
import { callLines } from '../../../../src/journal/trace/callLines.ts';

const at = (line: number) => ({ position: { line } });

describe('the lines of a call', () => {
  const linesOf = callLines([
    { server: 'geo', tool: 'getCity', ...at(9) },
    { server: 'geo', tool: 'getCity', ...at(2) },
    { server: 'geo', tool: 'getCity', ...at(2) },
    { server: 'geo', tool: 'get_city', ...at(4) },
    { server: 'geo', ...at(1) },
    { server: 'docs', feature: 'resources', ...at(7) },
  ]);

  it('are those that name its tool, each once, in order', () =>
    assert.deepEqual(linesOf({ target: 'tool', server: 'geo', name: 'getCity' }), [2, 9]));

  it('are those of the name that the script used, where a tool has two', () =>
    assert.deepEqual(linesOf({ target: 'tool', server: 'geo', name: 'get_city' }), [4]));

  it("are those of a server's resources, whatever is asked of them", () =>
    assert.deepEqual(linesOf({ target: 'feature', server: 'docs', name: '$resources.read' }), [7]));

  it('are none where the code computes the name', () =>
    assert.deepEqual(linesOf({ target: 'tool', server: 'geo', name: 'undefined' }), []));

  it('are none of a call to codemode', () =>
    assert.deepEqual(linesOf({ target: 'codemode', server: 'codemode', name: 'store.get' }), []));
});
