import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { countTokens as countTokensOf } from 'gpt-tokenizer/encoding/o200k_base';
import type { CatalogServer, CatalogTool } from '../../../src/catalog/catalogSnapshot.ts';
import { defaultDescriptionTokens } from '../../../src/cli/usage/serveCommands.ts';
import { signaturesText } from '../../../src/serve/signatures.ts';
import { signatureTokens } from '../../../src/serve/signatureTokens.ts';
import { chatSignatureTokens, executeCodeTool } from '../../../src/serve/toolDefinitions.ts';
import { Declarations } from '../../../src/declarations/declarations.ts';
import { CountedTurns } from '../../fakes/countedTurns.ts';
import { catalogTool } from '../../fakes/catalogTool.ts';
import { FakeToolSource } from '../../fakes/fakeToolSource.ts';
import { hostCompiler } from '../../fakes/hostCompiler.ts';
import { heldOutCatalogs, recordedCatalogs } from '../../fakes/recordedTools.ts';
import { fullTest } from '../../fakes/everyTest.ts';
import { snapshotOf } from '../../fakes/snapshotOf.ts';

const serverOf = (namespace: string, methods: readonly string[]): CatalogServer => ({
  name: namespace,
  namespace,
  origin: 'mcp.json',
  state: 'running',
  listed: true,
  withheld: [],
  tools: methods.map((method) => catalogTool({ namespace, method })),
});
const declarations = {
  tool: ({ path }: { readonly path: string }) =>
    Promise.resolve({ path, signature: `${path}()`, summary: '', text: '', isCut: false, whole: '' }),
};
/** A token a word. */
const count = (text: string) => Promise.resolve(text.trim().split(/\s+/).length);
const many = (count: number) => Array.from({ length: count }, (_, index) => `tool${index}`);
const textOf = (servers: readonly CatalogServer[], budget: number, callsOf = (_: CatalogTool) => 0) =>
  signaturesText(servers, { declarations, budget, countTokens: count, callsOf });

describe('the signatures in the description of executeCode', () => {
  it('are all where there is room', async () => {
    const text = await textOf([serverOf('geo', ['getCity', 'getRoute'])], 1_000);
    assert.equal(text, 'Tools:\ntools.geo.getCity()\ntools.geo.getRoute()');
  });

  it('give way to the names of all tools, in turn by server, where there is not', async () => {
    const text = await textOf([serverOf('large', many(60)), serverOf('small', many(2))], 60);
    assert.match(text, /^large \(60\): tool0.*, … \d+ more$/m);
    assert.match(text, /^small \(2\): tool0(?:\(\))?, tool1(?:\(\))?$/m);
  });

  const methods = ['deleteIssue', 'createIssue', 'getIssue', 'listIssueLabels', 'listIssues', 'frobnicate'];
  const argumentsOf = (text: string) => [...text.matchAll(/(\w+)\(\)/g)].map(([, name]) => name);

  it('leave arguments to what finds and reads before what writes, and never to what deletes', async () => {
    const text = await textOf([serverOf('tracker', methods)], 40);
    assert.match(
      text,
      /tracker \(6\): listIssues\(\), listIssueLabels\(\), getIssue\(\), frobnicate\(\), createIssue\(\), deleteIssue$/,
    );
    assert.deepEqual(argumentsOf(text), [
      'listIssues',
      'listIssueLabels',
      'getIssue',
      'frobnicate',
      'createIssue',
    ]);
  });

  it('leave them first to what this workspace called before', async () => {
    const text = await textOf([serverOf('tracker', methods)], 40, ({ method }) =>
      method === 'deleteIssue' ? 2 : 0,
    );
    assert.match(text, /tracker \(6\): deleteIssue\(\), listIssues/);
  });

  it('stay within the budget', async () => {
    const text = await textOf([serverOf('large', many(60))], 40);
    assert.ok((await count(text)) <= 40, text);
  });

  it('stay within the budget where it has no room for all servers, and say how many are left out', async () => {
    const text = await textOf(
      Array.from({ length: 40 }, (_, index) => serverOf(`server${index}`, many(3))),
      40,
    );
    assert.ok((await count(text)) <= 40, text);
    assert.match(text, /and what is not named of these and \d+ more servers:\nserver0 \(3\)$/m);
  });

  it('are named while others have their turn, also for thousands of tools', async () => {
    const servers = Array.from({ length: 10 }, (_, index) => serverOf(`server${index}`, many(1_000)));
    const turns = new CountedTurns();
    await textOf(servers, 5_000);
    const counted = turns.stop();
    assert.ok(counted > 3, String(counted));
  });

  it('are none without tools', async () => assert.equal(await textOf([serverOf('empty', [])], 100), ''));
});

describe('the description of executeCode in the chat of the window', () => {
  it('has at most 700 tokens, with each recorded server and with all of them', async () => {
    const catalogs = [...recordedCatalogs(), ...heldOutCatalogs()];
    const declared = new Declarations({ compiler: hostCompiler });
    for (const offered of [catalogs, ...catalogs.map((one) => [one])]) {
      const source = new FakeToolSource(...offered);
      const { servers } = await snapshotOf(source);
      const text = await signaturesText(servers, {
        declarations: declared,
        budget: chatSignatureTokens,
        countTokens: (text) => Promise.resolve(signatureTokens(text)),
        callsOf: () => 0,
      });
      const { description = '' } = executeCodeTool(text, false);
      assert.ok(
        countTokensOf(description) <= 700,
        `${offered.map(({ name }) => name).join()}: ${countTokensOf(description)}`,
      );
    }
  });
});

describe('the description of executeCode for 60 tasks in workspaces of real servers', () => {
  fullTest(
    'names every tool that they need, and has the arguments of all of them for half of the tasks',
    async () => {
      const catalogs = [...recordedCatalogs(), ...heldOutCatalogs()];
      const declared = new Declarations({ compiler: hostCompiler });
      let [whole, unnamed] = [0, 0];
      for (const { servers, tools } of tasks()) {
        const source = new FakeToolSource(...catalogs.filter(({ name }) => servers.includes(name)));
        const found = await snapshotOf(source);
        const countTokens = (text: string) => Promise.resolve(countTokensOf(text));
        const parts = {
          declarations: declared,
          budget: defaultDescriptionTokens,
          countTokens,
          callsOf: () => 0,
        };
        const text = await signaturesText(found.servers, parts);
        assert.ok(countTokensOf(text) <= defaultDescriptionTokens);
        const shown = tools.map((path) =>
          shownIn(
            text,
            found.servers
              .flatMap((server) => server.tools)
              .find(({ server, name }) => `${server}.${name}` === path),
          ),
        );
        unnamed += shown.filter((how) => how === 'not').length;
        whole += shown.every((how) => how === 'called') ? 1 : 0;
      }
      assert.equal(unnamed, 0);
      assert.ok(whole >= 30, `${whole} of 60`);
    },
  );

  /** Returns how a description shows a tool: as a call, by its name, or not. */
  function shownIn(text: string, tool: CatalogTool | undefined): 'called' | 'named' | 'not' {
    const line = text
      .split('\n')
      .filter((one) => tool && (one.startsWith(`${tool.namespace} (`) || one.startsWith(`${tool.path}(`)))
      .join('\n');
    if (tool && new RegExp(`[ .]${tool.method}\\(`).test(line)) return 'called';
    return tool && new RegExp(` ${tool.method}(?:,|$)`).test(line) ? 'named' : 'not';
  }
});

interface Task {
  readonly task: string;
  /** The servers of the workspace of the task. */
  readonly servers: readonly string[];
  /** The tools that a script for the task calls: `<server>.<MCP name>`. */
  readonly tools: readonly string[];
}

function tasks(): readonly Task[] {
  // written by us
  return JSON.parse(readFileSync(new URL('../../fixtures/tasks.json', import.meta.url), 'utf8')) as Task[];
}
