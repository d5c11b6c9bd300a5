// What a description says of the answer, as the declaration that a script is written against.
import assert from 'node:assert/strict';
import { Declarations } from '../../../src/declarations/declarations.ts';
import { describedOutput } from '../../../src/declarations/describedOutput.ts';
import { heldOutCatalogs, recordedCatalogs } from '../../fakes/recordedTools.ts';
import { hostCompiler } from '../../fakes/hostCompiler.ts';
import { toolShape } from '../../fakes/toolShape.ts';
import { growth, proportionalTenfold } from '../../fakes/growth.ts';

async function typeOf(description: string): Promise<string> {
  const declarations = new Declarations({ compiler: hostCompiler, learned: (tool) => describedOutput(tool.description) });
  const { signature } = await declarations.tool(toolShape({ description }));
  return /Promise<(?:\/\*\* from the description \*\/ )?(.*)>/.exec(signature)?.[1] ?? signature;
}

describe('the output that a description has', () => {
  const cases: readonly (readonly [what: string, description: string, type: string])[] = [
    [
      'TypeScript',
      'Adds.\n\nReturns:\n  { created: boolean, nodes?: Node[], warnings?: string[] }',
      '{ created: boolean; nodes?: any[]; warnings?: string[] }',
    ],
    ['names alone', 'Asks. Returns { source, snowflakeResult?, available }', '{ source: any; snowflakeResult?: any; available: any }'],
    [
      'an example in JSON',
      'Example response:\n```json\n{\n  "id": 7,\n  "tags": ["a", "b"],\n  "city": { "name": "Oslo", "old": null }\n}\n```',
      '{ id: number; tags: string[]; city: { name: string; old: null } }',
    ],
    [
      'Python',
      'Returns JSON: {"asin": str | None, "added": int, "fallback": bool}',
      '{ asin: string | null; added: number; fallback: boolean }',
    ],
    [
      'generics',
      'Returns: { ids: list[int], names: Array<string>, by: Dict[str, Any] }',
      '{ ids: number[]; names: string[]; by: { [k: string]: any } }',
    ],
    ['a list of such', 'Returns an array of { id: string, size: number } objects.', '{ id: string; size: number }[]'],
    ['a list in brackets', 'Returns a JSON array: [{"id": 1, "name": "x"}, ...]', '{ id: number; name: string }[]'],
    ['what is left out as anything', 'Returns JSON: {"results": [...], "count": N}', '{ results: any[]; count: number }'],
    ['more fields than are named', 'Returns { id: string, ... }', '{ id: string; [k: string]: any }'],
    ['comments', 'Returns: {\n  id: string, // the id, of course\n  at: string  # ISO 8601\n}', '{ id: string; at: string }'],
    ['values in prose', 'Returns {"id": the identifier of the order, "total": number (optional)}', '{ id: any; total?: number }'],
    ['one of several texts', 'Returns JSON: { "status": "connected"|"scancode", "qr": "base64..." }', '{ status: string; qr: string }'],
    ['keys that are data', 'Returns a map: {"2026-01-31": {"open": 1}}', '{ [k: string]: { open: number } }'],
    [
      'a Python annotation before it',
      'Returns:\n    Dict[str, Any]: {"success": true, "error": "text"}',
      '{ success: boolean; error: string }',
    ],
  ];
  for (const [what, description, type] of cases) it(`reads ${what}`, async () => assert.equal(await typeOf(description), type));

  it('is marked as from the description', async () => {
    const declarations = new Declarations({ compiler: hostCompiler, learned: (tool) => describedOutput(tool.description) });
    const { signature, text } = await declarations.tool(toolShape({ description: 'Returns { id: string, name: string }' }));
    assert.match(signature, /Promise<\/\*\* from the description \*\/ \{ id: string; name: string \}>$/);
    assert.match(text, /Promise<\/\*\* from the description \*\/ \{/);
  });

  const nothing: readonly (readonly [what: string, description: string])[] = [
    ['prose', 'Returns the order {as it is}, with its items.'],
    ['an address', 'Returns /repos/{owner}/{repo}. Result: {owner}'],
    ['an example of an input', 'Returns JSON. Example: {"path": "/a", "depth": 1}'],
    ['an example of a call', 'Returns nothing.\n\nsearch(query={"a": 1, "b": 2})'],
    ['an error', 'Error response: {"error": "text", "code": 7}'],
    ['a schema', 'Returns JSON of {"type": "object", "properties": {"a": {}}}'],
    ['what has no end', 'Returns { id: string, name: string'],
    ['sentences within braces', 'Returns { the id, and if there is one, the name }'],
    ['a list of words', 'Returns [see below] what is there.'],
  ];
  for (const [what, description] of nothing) it(`is not read from ${what}`, () => assert.equal(describedOutput(description), undefined));

  it('gives way to what the tool itself says', async () => {
    const declarations = new Declarations({ compiler: hostCompiler, learned: (tool) => describedOutput(tool.description) });
    const { signature } = await declarations.tool(
      toolShape({ description: 'Returns { a: string, b: string }', outputSchema: { type: 'number' } }),
    );
    assert.match(signature, /Promise<number>$/);
  });

  it('is not imagined in descriptions of real servers', () => {
    const tools = recordedCatalogs().flatMap((catalog) => catalog.tools.filter(({ outputSchema }) => outputSchema === undefined));
    assert.ok(tools.length > 100);
    assert.deepEqual(
      tools.filter(({ description }) => describedOutput(description)).map(({ name }) => name),
      [],
    );
  });

  it('is read where descriptions of real servers have it', () => {
    const tools = heldOutCatalogs().flatMap((catalog) => catalog.tools.filter(({ outputSchema }) => outputSchema === undefined));
    assert.deepEqual(
      tools.filter(({ description }) => describedOutput(description)).map(({ name }) => name),
      ['graph-batch', 'download-bytes', 'download-bytes-to-file', 'get-download-url'],
    );
  });

  const hostile: readonly (readonly [what: string, description: (times: number) => string])[] = [
    ['brackets', (times) => `Returns ${'{a:'.repeat(times)}`],
    ['lists', (times) => `Returns ${'['.repeat(times)}`],
    ['closed lists', (times) => `Returns ${'['.repeat(times)}${']'.repeat(times)}`],
    ['announcements', (times) => 'returns '.repeat(times)],
    ['announced brackets', (times) => 'returns { a: string, '.repeat(times)],
    ['generics', (times) => `Returns {a: ${'list['.repeat(times)}`],
    ['comments', (times) => `Returns {${'/* '.repeat(times)}`],
    ['unions', (times) => `Returns {a: ${'b|'.repeat(times)}`],
    ['texts', (times) => `Returns {"a": ${'"\\'.repeat(times)}`],
    ['gaps', (times) => `Returns ${'a['.repeat(times)}`],
    ['names', (times) => `Returns {${Array.from({ length: times }, (_, index) => `k${index}`).join(', ')}}`],
  ];
  for (const [what, description] of hostile) {
    it(`takes no more than its share of time over endless ${what}`, async () => {
      const reading = (times: number) => {
        const text = description(times);
        return () => describedOutput(text);
      };
      assert.ok((await growth(reading, 2_000, 10)) < proportionalTenfold);
    });
  }

  it('cannot end its comment or its type by a name', async () => {
    const type = await typeOf('Returns {"a */ evil": 1, "b`${c}": 2, "__proto__": 3, ok: string}');
    assert.doesNotMatch(type, /evil|`/);
  });
});
