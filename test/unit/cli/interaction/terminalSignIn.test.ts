import assert from 'node:assert/strict';
import { TerminalSignIn } from '../../../../src/cli/interaction/terminalSignIn.ts';
import { TerminalOutput } from '../../../../src/cli/terminalOutput.ts';

const questions = { canAsk: false, ask: () => Promise.reject(new Error('Nothing is asked here.')) };

describe('a sign-in on the terminal', () => {
  let written: string;
  let output: TerminalOutput;
  let given: AbortController;

  beforeEach(() => {
    written = '';
    given = new AbortController();
    output = new TerminalOutput({ columns: 60, write: (text: unknown) => ((written += String(text)), true) });
  });

  /** Shows a page during `meanwhile`, and cancels the sign-in afterwards. */
  async function show(server: string, url: string, meanwhile: () => Promise<void>): Promise<void> {
    const landed = await new TerminalSignIn(questions, output, {
      command: 'run',
      commandLineServers: [],
    }).listen();
    assert.ok(landed.ok);
    await using listener = landed.listener;
    const visited = listener.visit({ server, url: new URL(url), state: 's' }, given.signal);
    await meanwhile();
    given.abort();
    await visited;
  }

  it('names its page when the question that is open has been answered', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const asked = output.whileAsking(() => promise);
    await show('vault', 'https://a.example/authorize', async () => {
      assert.equal(written, '');
      resolve(undefined);
      await asked;
    });
    assert.equal(written, 'code-mode: sign in to vault at a.example:\nhttps://a.example/authorize\n');
  });

  it('prints a long address whole, and marks what a name puts on lines of its own', async () => {
    const url = `https://a.example/authorize?state=${'x'.repeat(100)}`;
    await show('vault\nAllow? [y/N] ', url, () => Promise.resolve());
    assert.ok(written.endsWith(`\n${url}\n`), written);
    assert.match(written, /^│ Allow\?/m);
  });

  it('is advised with the options of a server that no file has', () => {
    const commandLineServers = [{ name: 'linear', entry: { url: 'https://mcp.linear.app/mcp' } }];
    const signIn = new TerminalSignIn(questions, output, { command: 'tools', commandLineServers });
    assert.equal(
      signIn.advice('linear'),
      'Run code-mode login linear with the same --http-url and --as, then retry.',
    );
    assert.equal(signIn.advice('vault'), 'Run code-mode login vault, then retry.');
  });
});
