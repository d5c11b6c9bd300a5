// Tests the corrections that an editor can apply: the corrected code is the code that the author meant.
import assert from 'node:assert/strict';
import type { ScriptFix } from '../../src/checker/checkedScript.ts';
import type { RunError } from '../../src/engine/runOutcome.ts';
import { InMemorySource, structuredResult } from '../fakes/inMemorySource.ts';
import { sharedEngine } from '../fakes/testEngine.ts';
import { trackerTools } from '../fakes/trackerTools.ts';

describe('a mistake of a script comes with its correction', () => {
  const answer = () =>
    structuredResult({ id: 1, url: 'u', title: 'x', state: 'open', labels: [], assignee: null, fields: {} });
  const test = sharedEngine(
    [new InMemorySource({ tracker: trackerTools.map((tool) => ({ ...tool, answer })) })],
    { typeCheck: 'error' },
  );

  for (const [what, wrong, right] of [
    ['a misspelt name', 'const city = 1;\nreturn citty;', 'const city = 1;\nreturn city;'],
    ['a misspelt global', 'return Mth.max(1);', 'return Math.max(1);'],
    [
      'a misspelt tool',
      'return tools.tracker.getIssu({ id: 1 });',
      'return tools.tracker.getIssue({ id: 1 });',
    ],
    [
      'one in brackets',
      'return tools["tracker"]["get_issu"]({ id: 1 });',
      'return tools["tracker"]["getIssue"]({ id: 1 });',
    ],
    [
      'one of a server with another name',
      'const { tracker: it } = tools;\nreturn it.getIssu({ id: 1 });',
      'const { tracker: it } = tools;\nreturn it.getIssue({ id: 1 });',
    ],
    [
      'a misspelt server',
      'return tools.traker.getIssue({ id: 1 });',
      'return tools.tracker.getIssue({ id: 1 });',
    ],
    [
      'a misspelt field',
      'const issue = await tools.tracker.getIssue({ id: 1 });\nreturn issue.tittle;',
      'const issue = await tools.tracker.getIssue({ id: 1 });\nreturn issue.title;',
    ],
    [
      'one that is taken out',
      'const { tittle } = await tools.tracker.getIssue({ id: 1 });\nreturn tittle;',
      'const { title: tittle } = await tools.tracker.getIssue({ id: 1 });\nreturn tittle;',
    ],
    [
      'a missing await before a field',
      'return tools.tracker.getIssue({ id: 1 }).title;',
      'return (await tools.tracker.getIssue({ id: 1 })).title;',
    ],
    [
      'a call that is not awaited',
      'tools.tracker.createIssue({\n  title: "x",\n});\nreturn 1;',
      'await tools.tracker.createIssue({\n  title: "x",\n});\nreturn 1;',
    ],
    [
      'one in a function that cannot await',
      'const get = (id: number) => { tools.tracker.getIssue({ id }); return 1; };\nreturn get(1);',
      undefined,
    ],
  ] as const)
    it(`of ${what}${right === undefined ? ', unless that is not certain' : ''}`, async () => {
      const { errors } = await test.run(wrong);
      assert.ok(errors.length > 0);
      assert.equal(allCorrected(wrong, errors), right ?? wrong);
    });

  it('that has the line ends of a script from Windows as `\\n`', async () => {
    const wrong = 'const title = "x";\r\ntools.tracker.createIssue({\r\n  title,\r\n});\r\nreturn 1;';
    const { errors } = await test.run(wrong);
    assert.equal(
      allCorrected(wrong.replaceAll('\r\n', '\n'), errors),
      'const title = "x";\nawait tools.tracker.createIssue({\n  title,\n});\nreturn 1;',
    );
  });
});

const allCorrected = (wrong: string, errors: readonly RunError[]) =>
  errors.reduce((code, { fix }) => (fix ? corrected(code, fix) : code), wrong);

function corrected(code: string, { position, replaces, by }: ScriptFix): string {
  const offset =
    code.split('\n', position.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + position.column - 1;
  assert.equal(code.slice(offset, offset + replaces.length), replaces);
  return code.slice(0, offset) + by + code.slice(offset + replaces.length);
}
