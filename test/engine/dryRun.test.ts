// Tests dry runs, which send no call that can write: the calls that are sent, the values that scripts get in place of
// results, and the text for the model.
import assert from 'node:assert/strict';
import { dryRunChosen } from '../../src/engine/consent/approval.ts';
import { formatResult } from '../../src/engine/formatting/formatResult.ts';
import type { RunOutcome } from '../../src/engine/runOutcome.ts';
import { defaultBudget } from '../../src/engine/textBudget.ts';
import { testedEngines } from '../fakes/testedEngines.ts';
import { InMemorySource, structuredResult, textResult } from '../fakes/inMemorySource.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { sharedEngine } from '../fakes/testEngine.ts';
import { onlyError } from './cityTools.ts';

const issue = {
  type: 'object',
  properties: { title: { type: 'string' }, parent: { type: 'integer' } },
  required: ['title'],
  additionalProperties: false,
} as const;
const read = { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] } as const;

function newSource(): InMemorySource {
  return new InMemorySource({
    tracker: [
      { name: 'list_titles', answer: () => structuredResult({ titles: ['a', 'b'] }) },
      {
        name: 'get_issue',
        inputSchema: read,
        answer: ({ number }) => structuredResult({ number: number ?? 0, state: 'open' }),
      },
      { name: 'create_issue', annotations: { readOnlyHint: false }, inputSchema: issue },
      { name: 'drop', annotations: { destructiveHint: true } },
    ],
    chat: [{ name: 'post', annotations: { readOnlyHint: false }, answer: () => textResult('posted') }],
  });
}

function called(source: InMemorySource): readonly string[] {
  return source.calls.map(({ tool }) => tool);
}

function states({ calls }: RunOutcome): readonly (readonly [string, string])[] {
  return calls.map(({ tool, state }) => [tool, state] as const);
}

describe('a dry run', () => {
  for (const sandboxEngine of testedEngines) {
    describe(`in ${sandboxEngine ?? 'a fake sandbox'}`, () => {
      const source = newSource();
      const test = sharedEngine([source], sandboxEngine ? { sandboxEngine } : {});
      let approver: RecordingApprover;
      const dryRun = (code: string) => test.run(code, { dryRun: true, approver });

      beforeEach(() => {
        source.calls.splice(0);
        approver = new RecordingApprover();
      });

      it('sends what only reads, and nothing that can write, and asks nobody', async () => {
        const outcome = await dryRun(`
          const { titles } = await tools.tracker.listTitles({});
          for (const title of titles) await tools.tracker.createIssue({ title });
          const name = 'drop';
          await tools.tracker[name]({});
          return titles.length;`);
        assert.equal(outcome.value, 2);
        assert.deepEqual(called(source), ['list_titles']);
        assert.deepEqual(approver.asked, []);
        assert.deepEqual(states(outcome), [
          ['list_titles', 'finished'],
          ['create_issue', 'dry_run'],
          ['create_issue', 'dry_run'],
          ['drop', 'dry_run'],
        ]);
        assert.deepEqual(
          outcome.calls.map(({ input, lines }) => [input, lines]),
          [
            [{}, undefined],
            [{ title: 'a' }, [3]],
            [{ title: 'b' }, [3]],
            [{}, []],
          ],
        );
      });

      it('goes on with results that are passed on, also to tools that read', async () => {
        const outcome = await dryRun(`
          const { number, url } = await tools.tracker.createIssue({ title: 'a' });
          const child = await tools.tracker.createIssue({ title: 'child of ' + number, parent: number });
          const { state } = await tools.tracker.getIssue({ number: child.number });
          await tools.chat.post({ text: \`\${url} is \${state}\`, link: encodeURIComponent(url) });
          if (child.error) throw new Error('failed');
          console.log(child);
          return { child, first: child.labels[0].name };`);
        assert.deepEqual(outcome.errors, []);
        assert.deepEqual(outcome.value, {
          child: '(dry-run-2 tools.tracker.createIssue)',
          first: '(dry-run-2 tools.tracker.createIssue.labels[0].name)',
        });
        assert.deepEqual(called(source), []);
        assert.deepEqual(
          outcome.calls.map(({ input, state }) => [input, state]),
          [
            [{ title: 'a' }, 'dry_run'],
            [
              {
                title: 'child of (dry-run-1 tools.tracker.createIssue.number)',
                parent: '(dry-run-1 tools.tracker.createIssue.number)',
              },
              'dry_run',
            ],
            [{ number: '(dry-run-2 tools.tracker.createIssue.number)' }, 'dry_run'],
            [
              {
                text: '(dry-run-1 tools.tracker.createIssue.url) is (dry-run-3 tools.tracker.getIssue.state)',
                link: '(dry-run-1%20tools.tracker.createIssue.url)',
              },
              'dry_run',
            ],
          ],
        );
        assert.equal(outcome.logs[0]?.text, '(dry-run-2 tools.tracker.createIssue)');
      });

      for (const [what, use] of Object.entries({
        'counts with it': 'created.number * 2',
        'compares it': 'created.items.length > 0',
        'iterates it': '[...created.items]',
        'calls its method': 'created.items.map((item) => item.id)',
        'lists its fields': 'Object.keys(created)',
        'spreads it': '({ ...created })',
        'looks for a field': '"id" in created',
        'changes it': 'created.done = true',
      })) {
        it(`ends where the script ${what}, and says why and where`, async () => {
          const outcome = await dryRun(
            `const created = await tools.tracker.createIssue({ title: 'a' });\nreturn ${use};`,
          );
          const error = onlyError(outcome);
          assert.equal(error.code, 'dry_run');
          assert.match(error.message, /^This needs the result of tools\.tracker\.createIssue, /);
          assert.equal(error.position?.line, 2);
          assert.deepEqual(states(outcome), [['create_issue', 'dry_run']]);
        });
      }

      it('names the write that a read was left out for', async () => {
        const outcome = await dryRun(`
          const { number } = await tools.tracker.createIssue({ title: 'a' });
          return (await tools.tracker.getIssue({ number })).number > 3;`);
        assert.match(
          onlyError(outcome).message,
          /of tools\.tracker\.getIssue, which needs that of tools\.tracker\.createIssue,/,
        );
      });

      it('lets the script catch it', async () => {
        const outcome = await dryRun(`
          const created = await tools.tracker.createIssue({ title: 'a' });
          try { return created.number > 1 } catch (e) { return [e instanceof ToolError, e.code, e.tool, created.dryRun] }`);
        assert.deepEqual(outcome.value, [true, 'dry_run', 'createIssue', true]);
      });
    });
  }

  describe('as every run', () => {
    const source = newSource();
    const test = sharedEngine([source], { exclusions: ['chat.post'] });
    const dryRun = (code: string) => test.run(code, { dryRun: true });
    beforeEach(() => source.calls.splice(0));

    it('refuses arguments that do not fit', async () => {
      const outcome = await dryRun('return await tools.tracker.createIssue({ titel: "a" })');
      assert.equal(onlyError(outcome).code, 'invalid_input');
    });

    it('refuses tools that are not there, or excluded', async () => {
      const outcome = await dryRun('const name = "nothing"; return await tools.tracker[name]({})');
      assert.equal(onlyError(outcome).code, 'unknown_tool');
      const excluded = await dryRun('const name = "post"; return await tools.chat[name]({})');
      assert.equal(onlyError(excluded).code, 'excluded');
    });

    it('reads what earlier runs stored, and stores nothing for later ones', async () => {
      await test.run('await codemode.store.set("n", 1)');
      const dry = await dryRun(
        'const n = await codemode.store.get("n"); await codemode.store.set("n", n + 1); return codemode.store.get("n")',
      );
      assert.equal(dry.value, 2);
      assert.equal((await test.run('return await codemode.store.get("n")')).value, 1);
    });

    it('takes no other request for one', async () => {
      assert.equal(onlyError(await test.run('return 1', { dryRun: 'yes' })).code, 'invalid_request');
    });

    it('is one that the user chose when they were asked', async () => {
      const approver = new RecordingApprover(dryRunChosen);
      const outcome = await test.run('await tools.tracker.createIssue({ title: "a" }); return 1', {
        approver,
      });
      assert.deepEqual([outcome.ok, outcome.dryRun, called(source)], [true, 'chosen', []]);
    });

    it('ends before a placeholder that the script took for a value misleads', async () => {
      const outcome = await dryRun('return JSON.parse(await tools.tracker.createIssue({ title: "a" }))');
      assert.match(onlyError(outcome).hint ?? '', /did not send tools\.tracker\.createIssue \(line 1\)/);
    });

    it('tells the model what was not sent, without secrets, whether it ends well or not', async () => {
      const code = `
        const { number } = await tools.tracker.createIssue({ title: 'a' });
        await tools.tracker.drop({ number, apiKey: 'k-123456789' });
        return number`;
      const done = await dryRun(code);
      const failed = await dryRun(`${code} * 2`);
      const list = [
        'Dry run: nothing was written. 2 calls were not sent:',
        '  1. tools.tracker.createIssue({title: "a"}), line 2',
        '  2. tools.tracker.drop({apiKey: "•••", number: "(dry-run-1 tools.tracker.createIssue.number)"}), line 3',
      ].join('\n');
      const textOf = async (outcome: RunOutcome) =>
        (await formatResult(outcome, defaultBudget, () => 'r1')).text;
      assert.equal(await textOf(done), `"(dry-run-1 tools.tracker.createIssue.number)"\n\n${list}`);
      const text = await textOf(failed);
      assert.ok(text.startsWith('Failed (dry_run) at 4:'), text);
      assert.ok(text.endsWith(list), text);
    });
  });
});
