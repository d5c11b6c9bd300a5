// Tests the questions to the user about saved scripts, and the scope of the answers while scripts call one another.
import assert from 'node:assert/strict';
import { dryRunChosen, type Approver, type ScriptToApprove } from '../../src/engine/consent/approval.ts';
import { placeText, timesText } from '../../src/engine/consent/toolUses.ts';
import { userRules } from '../fakes/noRules.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { onlyError } from './cityTools.ts';
import { SavedScriptsBed, value, addTwo, readsOnly } from './savedScriptsBed.ts';

const no = { granted: false, why: 'refused', reason: 'No.' } as const;

describe('approvals of a saved script', () => {
  const bed = new SavedScriptsBed();
  const usesOfAdd = ({ scripts: [script] }: RecordingApprover) =>
    script?.uses.find(({ tool }) => tool.path === 'tools.counting.add');

  it('are asked for with those of its caller, by one question that names the file and the line', async () => {
    await bed.open({ addTwo, readsOnly });
    const approver = new RecordingApprover();
    await bed.engine.run(
      'await tools.scripts.readsOnly({}); for (const first of [1, 2]) await tools.scripts.addTwo({ first })',
      {
        approver,
      },
    );
    assert.deepEqual(approver.asked, ['run: tools.counting.add']);
    const add = usesOfAdd(approver);
    assert.deepEqual(
      [add?.places.map(placeText), timesText(add?.times)],
      [['addTwo.ts line 4'], 'up to 4 times'],
    );
    assert.deepEqual(bed.writes(), [1, 2, 2, 2]);
  });

  it('count the calls of a script that others call after it was named first', async () => {
    const leaf = 'return await tools.counting.add({ n: 1 })';
    await bed.open({ leaf, mid: 'for (const _ of [1, 2, 3]) await tools.scripts.leaf({});' });
    const approver = new RecordingApprover();
    await bed.engine.run('await tools.scripts.leaf({}); await tools.scripts.mid({})', { approver });
    const add = usesOfAdd(approver);
    assert.deepEqual([timesText(add?.times), bed.writes().length], ['up to 4 times', 4]);
  });

  it('tell no number of calls where scripts call each other', async () => {
    const files = {
      a: 'await tools.counting.add({ n: 1 }); if (codemode.args.on) await tools.scripts.b({})',
      b: 'for (const _ of [1, 2]) await tools.scripts.a({})',
    };
    await bed.open(files);
    const approver = new RecordingApprover();
    await bed.engine.run('await tools.scripts.a({}); await tools.scripts.b({})', { approver });
    const add = usesOfAdd(approver);
    assert.deepEqual([timesText(add?.times), bed.writes().length], [undefined, 3]);
  });

  it('that are answered with a dry run do not let its caller write', async () => {
    await bed.open({ flakes: 'await tools.counting.flaky({ n: 1 }); return 1' });
    const approver: Approver = new (class extends RecordingApprover {
      override async approveRun(script: ScriptToApprove) {
        const approval = await super.approveRun(script);
        return this.asked.length > 1 ? dryRunChosen : approval;
      }
    })();
    const code =
      'const name = ["fla", "kes"].join(""); const n = await tools.scripts[name]({}); await tools.counting.add({ n: 9 })';
    assert.equal(onlyError(await bed.engine.run(code, { approver })).code, 'denied');
    assert.deepEqual(bed.writes(), []);
  });

  it('are asked for in spite of a rule that allows them, where scripts were said to ask first', async () => {
    await bed.open({ addTwo }, { rules: userRules({ '*': 'allow' }) });
    const approver = new RecordingApprover(no);
    await bed.engine.run('await tools.scripts["add" + "Two"]({ first: 1 })', { approver, asksFirst: true });
    assert.deepEqual([approver.asked, bed.writes()], [['run: tools.counting.add'], []]);
  });

  it('are none where the script only reads', async () => {
    await bed.open({ readsOnly });
    const approver = new RecordingApprover();
    assert.equal(value(await bed.engine.run('return await tools.scripts.readsOnly({})', { approver })), 0);
    assert.deepEqual(approver.asked, []);
  });

  it('that are refused keep it from running', async () => {
    await bed.open({ addTwo });
    const approver = new RecordingApprover(no);
    assert.equal(
      onlyError(await bed.engine.run('return await tools.scripts.addTwo({ first: 1 })', { approver })).code,
      'denied',
    );
    assert.deepEqual(bed.writes(), []);
  });

  it('are asked for when it is called by a computed name', async () => {
    await bed.open({ addTwo });
    const approver = new RecordingApprover();
    await bed.engine.run(
      'const name = ["add", "Two"].join(""); return await tools.scripts[name]({ first: 1 })',
      { approver },
    );
    assert.deepEqual([approver.asked, bed.writes()], [['run: tools.counting.add'], [1, 2]]);
    assert.match(approver.scripts[0]?.source ?? '', /^\/\*\* Adds two/);
  });

  it('are asked for in the run where the script computes the name of a tool', async () => {
    await bed.open({ sneaky: 'const name = "ad" + "d"; return await tools.counting[name]({ n: 1 })' });
    const approver = new RecordingApprover(no);
    const error = onlyError(await bed.engine.run('return await tools.scripts.sneaky({})', { approver }));
    assert.deepEqual(
      [error.code, approver.asked, bed.writes()],
      ['denied', ['call: tools.counting.add'], []],
    );
  });
});

describe('what the user says while scripts call one another', () => {
  const bed = new SavedScriptsBed();

  /** Scripts whose code hides the calls that they make. */
  const hidden = {
    sneaky: 'const name = "ad" + "d"; return await tools.counting[name]({ n: 1 })',
    sly: 'const name = "ad" + "d"; return await tools.counting[name]({ n: 2 })',
  };
  const each = (...calls: readonly string[]) =>
    `const name = (text: string) => text.split("").join(""); const codes: string[] = [];
    for (const call of [${calls.map((call) => `async () => { await ${call} }`).join(', ')}])
      codes.push(await call().then(() => "done", (error) => error.code));
    return codes;`;
  const itself = 'tools.counting[name("add")]({ n: 3 })';
  const [sneaky, sly] = ['tools.scripts.sneaky({})', 'tools.scripts.sly({})'];

  it('holds as a no for the script again, for others and for their caller', async () => {
    await bed.open(hidden);
    const approver = new RecordingApprover(no);
    const outcome = await bed.engine.run(
      each(sneaky, sneaky, sly, itself, 'tools.scripts[name("sly")]({})'),
      { approver },
    );
    assert.deepEqual(value(outcome), ['denied', 'denied', 'denied', 'denied', 'denied']);
    assert.deepEqual([approver.asked, bed.writes()], [['call: tools.counting.add'], []]);
  });

  it('holds as a no to their caller for the scripts', async () => {
    await bed.open({ ...hidden, addTwo });
    const approver = new RecordingApprover(no);
    const outcome = await bed.engine.run(
      each(itself, sneaky, 'tools.scripts[name("addTwo")]({ first: 1 })'),
      { approver },
    );
    assert.deepEqual(
      [value(outcome), approver.asked],
      [['denied', 'denied', 'denied'], ['call: tools.counting.add']],
    );
  });

  it('holds as a no to the run of a script for whatever would make its calls', async () => {
    await bed.open({ ...hidden, addTwo });
    const approver = new RecordingApprover(no);
    const outcome = await bed.engine.run(
      each('tools.scripts[name("addTwo")]({ first: 1 })', itself, sneaky),
      { approver },
    );
    assert.deepEqual(
      [value(outcome), approver.asked],
      [['denied', 'denied', 'denied'], ['run: tools.counting.add']],
    );
  });

  it('is waited for by those who would ask the same', async () => {
    await bed.open(hidden);
    const approver = new RecordingApprover(no);
    await bed.engine.run(`await Promise.allSettled([${[sneaky, sly, sneaky].join(', ')}])`, { approver });
    assert.deepEqual([approver.asked, bed.writes()], [['call: tools.counting.add'], []]);
  });

  it('holds as a yes for further calls of the script that it was asked for', async () => {
    await bed.open(hidden);
    const approver = new RecordingApprover();
    assert.deepEqual(value(await bed.engine.run(each(sneaky, sneaky, sneaky), { approver })), [
      'done',
      'done',
      'done',
    ]);
    assert.deepEqual([approver.asked, bed.writes()], [['call: tools.counting.add'], [1, 1, 1]]);
  });

  it('does not hold as a yes for another script, nor for their caller', async () => {
    await bed.open(hidden);
    const approver = new RecordingApprover();
    await bed.engine.run(each(sneaky, sly, itself), { approver });
    assert.deepEqual(approver.asked, [
      'call: tools.counting.add',
      'call: tools.counting.add',
      'call: tools.counting.add',
    ]);
  });

  it('holds as a yes to a script with its arguments for that one run of it', async () => {
    await bed.open({ addTwo });
    const approver = new RecordingApprover();
    const call = (first: number) => `tools.scripts[name("addTwo")]({ first: ${first} })`;
    await bed.engine.run(each(call(1), call(5)), { approver });
    assert.deepEqual(approver.asked, ['run: tools.counting.add', 'run: tools.counting.add']);
  });

  it('does not hold in the next run', async () => {
    await bed.open(hidden);
    const approver = new RecordingApprover(no);
    for (const _ of [1, 2]) await bed.engine.run(each(sneaky), { approver });
    assert.deepEqual(approver.asked, ['call: tools.counting.add', 'call: tools.counting.add']);
  });
});
