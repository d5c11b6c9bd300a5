import assert from 'node:assert/strict';
import { planText, sharedText } from '../../../../src/cli/commands/setupTexts.ts';
import type { ClientId } from '../../../../src/setup/clients.ts';
import { clientsAt, type ClientProgram } from '../../../../src/setup/clients.ts';

describe('the text of setup', () => {
  const known = clientsAt({ env: {}, home: '/home/ann', platform: 'linux', folder: '/project' });
  const client = (id: ClientId) => {
    const found = known.find((one) => one.id === id);
    assert.ok(found);
    return found;
  };
  const planned = (client: ClientProgram) =>
    planText(
      {
        client,
        file: { kind: 'missing', path: '/a' },
        entry: {},
        present: undefined,
        copied: {},
        originals: {},
        staying: [],
        ownFile: '/own',
      },
      { tools: 0, tokens: 0, unknown: [], ours: 0 },
    );

  for (const [id, name] of [
    ['codex', 'Codex with GPT-5.6'],
    ['opencode', 'OpenCode 2'],
  ] as const) {
    it(`says once that ${name} runs tools from code itself, and what Code Mode adds`, () => {
      const lines = planned(client(id)).split('\n');
      const found = lines.filter((line) => line.includes('runs tools from code itself'));
      assert.equal(found.length, 1);
      assert.match(
        found[0] ?? '',
        new RegExp(
          `^ {2}${name} runs .* type check before anything runs, one question .* receipts, .* resume from, and stored results$`,
        ),
      );
    });
  }

  it('says what "codemode": false is in the entry for OpenCode 2', () => {
    assert.match(
      planned({ ...client('opencode'), dialect: 'openCode2' }),
      /itself; "codemode": false lets it call those of Code Mode directly\./,
    );
  });

  it('says how OpenCode 2 calls the tools of an entry in the form of OpenCode 1', () => {
    assert.match(
      planned(client('opencode')),
      /itself, those of Code Mode, too, unless their entry is at mcp\.servers and has "codemode": false\./,
    );
  });

  it('says nothing of it for a client that calls tools one by one', () => {
    for (const id of ['cursor', 'claude-code', 'copilot-cli'] as const)
      assert.doesNotMatch(planned(client(id)), /from code itself/);
  });

  it('offers one process to two clients and more', () => {
    const two = [client('cursor'), client('codex')];
    assert.match(
      sharedText(two) ?? '',
      /^Each of these 2 clients starts .* a copy of every server .* code-mode serve --http is one process /,
    );
    assert.equal(sharedText([client('cursor')]), undefined);
  });

  it('counts no file that others share as a client', () => {
    assert.equal(sharedText([client('cursor'), client('vscode-workspace')]), undefined);
  });
});
