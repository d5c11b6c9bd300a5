import assert from 'node:assert/strict';
import { TestFolder } from './codeMode.ts';
import { modernHttp, modernStdio, script, textOf, type ModernDoor } from './modernClient.ts';
import { modern, testServeModern } from './serveModernTests.ts';

testServeModern('HTTP', modernHttp);

describe('code-mode serve, for one client of MCP 2026-07-28', () => {
  let folder: TestFolder;
  let door: ModernDoor;
  before(async () => {
    folder = await TestFolder.with({ 'mcp.json': { servers: { modern } } });
    door = modernStdio(folder, ['--exclude', 'modern.ask_name']);
  });
  after(async () => {
    await door.end();
    folder[Symbol.dispose]();
  });

  it('passes the questions of an ordinary tool on, and its answers back', async () => {
    const { client, questions } = await door.connect({ answer: () => 'Ada' });
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === 'modern_ask_name'));
    const result = await client.callTool({ name: 'modern_ask_name', arguments: {} });
    assert.match(textOf(result), /"answer":"Ada"/);
    assert.deepEqual(questions, ['The MCP server modern asks: Who are you?']);
    await client.close();
  });

  it('passes on what a server asks while a script runs', async () => {
    const answer = (message: string) => (/Open this page/.test(message) ? 'I have opened it' : 'I am done');
    const { client, questions } = await door.connect({ answer });
    const result = await client.callTool(script('return await tools.modern.askPage({})'));
    assert.match(textOf(result), /"action":\s*"accept"/);
    assert.match(
      questions[0] ?? '',
      /^The MCP server modern asks: Sign in[^]*https:\/\/example\.com\/sign-in/,
    );
    await client.close();
  });
});
