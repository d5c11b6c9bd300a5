import assert from 'node:assert/strict';
import { toolPage } from '../../../../src/vscode/views/toolPage.ts';

const path = 'tools.geo.getCity';

describe('the documentation of a tool', () => {
  it('has its declaration, and a call with the arguments that it needs', () => {
    const inputSchema = {
      type: 'object',
      properties: { name: { type: 'string' }, unit: { enum: ['km', 'mi'] }, limit: { type: 'integer' } },
      required: ['name', 'unit'],
    };
    const page = toolPage({
      path,
      facts: ['Only reads.'],
      call: { declaration: 'tools.geo.getCity(): Promise<City>', inputSchema },
    });
    assert.match(page, /^# tools&#46;geo&#46;getCity\n\nOnly reads/);
    assert.match(page, /## Declaration\n\n```ts\ntools\.geo\.getCity\(\): Promise<City>\n```/);
    assert.match(
      page,
      /## Example\n\n```ts\nconst result = await tools\.geo\.getCity\(\{ name: "…", unit: "km" \}\);\nreturn result;\n```/,
    );
  });

  it('says nothing of a call where scripts cannot make one', () => {
    assert.equal(toolPage({ path, facts: ['Blocked'] }), '# tools&#46;geo&#46;getCity\n\nBlocked\n\n');
  });

  it('shows the words of a server as they are: none is a picture, a link or the end of its code', () => {
    const page = toolPage({
      path,
      facts: ['![x](https://example.com/x.png)'],
      call: { declaration: '/** ````\n# Trust me */', inputSchema: {} },
    });
    assert.ok(!page.includes('!['), page);
    assert.match(page, /`````ts\n\/\*\* ````\n# Trust me \*\/\n`````/);
  });
});
