// The tests that every proxy in front of a real server must pass: the server behaves the same as without the proxy.
import assert from 'node:assert/strict';
import { McpWorkspace } from './mcpWorkspace.ts';
import { textOf } from './outcomes.ts';
import { realServer } from './realServer.ts';

export interface ProxiedServer {
  /** The definition of a server that leads to server-everything through the proxy. */
  readonly definition: object;
  /** Tools that the server lists only to clients with more capabilities than the proxy. */
  readonly missing?: readonly string[];
  /** True if the proxy uses MCP 2026-07-28, in which tools have no `execution`. */
  readonly isModern?: boolean;
  close(): Promise<void>;
}

/** Defines the tests of one proxy; `open` starts the proxy. */
export function testProxy(name: string, open: () => Promise<ProxiedServer>): void {
  describe(`a real server behind ${name}`, function () {
    this.timeout(60_000);
    let proxied: ProxiedServer;
    let workspace: McpWorkspace;
    before(async () => {
      proxied = await open();
      workspace = await McpWorkspace.inMemory({
        direct: realServer('everything', 'stdio'),
        behind: proxied.definition,
      });
    });
    after(async () => {
      await workspace.dispose();
      await proxied.close();
    });

    it('lists the same tools as without it', async () => {
      const [direct, behind] = await Promise.all([workspace.tools('direct'), workspace.tools('behind')]);
      const listed = direct.filter(({ name: tool }) => !proxied.missing?.includes(tool));
      assert.deepEqual(
        behind,
        listed.map(({ execution, ...tool }) => ({
          ...tool,
          ...(execution && !proxied.isModern && { execution }),
        })),
      );
    });

    it('answers calls', async () => {
      assert.equal(
        textOf(await workspace.call('behind', 'get-sum', { a: 2, b: 3 })),
        'The sum of 2 and 3 is 5.',
      );
    });

    it('reports progress in the middle of a call', async () => {
      const fractions: (number | undefined)[] = [];
      const options = {
        signal: new AbortController().signal,
        onProgress: (_: string, fraction?: number) => fractions.push(fraction),
      };
      const call = workspace.source.callTool(
        'behind',
        'trigger-long-running-operation',
        { duration: 0.4, steps: 4 },
        options,
      );
      assert.ok((await call).ok);
      // If the notification of the last step and the answer reach the proxy together, the proxy forwards only the
      // answer.
      assert.deepEqual(fractions.slice(0, 3), [0.25, 0.5, 0.75]);
    });

    it('says what is wrong with a call', async () => {
      const { isError, content } = await workspace.result('behind', 'get-sum', { a: 'two', b: 3 });
      assert.equal(isError, true);
      assert.match(JSON.stringify(content), /expected number/i);
    });
  });
}
