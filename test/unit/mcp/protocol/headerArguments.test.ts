import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/base/json.ts';
import { headerProblem } from '../../../../src/mcp/protocol/headerArguments.ts';

describe('arguments in headers', () => {
  const region = { type: 'string', 'x-mcp-header': 'Region' };
  const problem = (properties: JsonObject) => headerProblem({ type: 'object', properties });

  for (const [what, properties, expected] of [
    [
      'may be strings, integers and booleans',
      { region, n: { type: 'integer', 'x-mcp-header': 'N' }, b: { type: 'boolean', 'x-mcp-header': 'B' } },
      undefined,
    ],
    ['may stand inside an object', { place: { type: 'object', properties: { region } } }, undefined],
    [
      'need a name',
      { a: { type: 'string', 'x-mcp-header': '' } },
      '"a" has an x-mcp-header that is no name of a header',
    ],
    [
      'need a name without spaces',
      { a: { type: 'string', 'x-mcp-header': 'My Region' } },
      '"a" has an x-mcp-header that is no name of a header',
    ],
    [
      'are no numbers',
      { a: { type: 'number', 'x-mcp-header': 'A' } },
      '"a" has an x-mcp-header, and is neither a string nor an integer nor a boolean',
    ],
    [
      'have one name each, in any case',
      { region, b: { type: 'object', properties: { c: { type: 'string', 'x-mcp-header': 'REGION' } } } },
      '"c" has the x-mcp-header of another argument',
    ],
  ] as const)
    it(what, () => assert.equal(problem(properties), expected));
});
