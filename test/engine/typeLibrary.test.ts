// Most scripts are checked with a part of TypeScript's library. These tests compare the errors with those of the whole
// library.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { checkTypes } from '../../src/checker/types/checkTypes.ts';
import { LIBRARY_FILES } from '../../src/checker/types/libraries.ts';
import { ScriptProgram } from '../../src/checker/types/scriptProgram.ts';
import type { TypeCheckRequest } from '../../src/checker/types/typeCheck.ts';
import { everyTest } from '../fakes/everyTest.ts';
import { built } from '../fakes/testEngine.ts';
import { TypeCheckBed } from '../fakes/typeCheckBed.ts';

const fixtures = new URL('../fixtures/', import.meta.url);
const libFolder = built('checker/lib');

const call = (text: string) => `await tools.filesystem.readFile({ path: ${text} });\n`;

/** Scripts that need the rest of the library without naming it, and are refused because of it. */
const indirect: Readonly<Record<string, string>> = {
  'the result of an encoder': `${call('"a"')}return new TextEncoder().encode("a").map((n) => n).join().foo`,
  'that result, destructured': `${call('"a"')}const { length } = new TextEncoder().encode("a"); return length.foo`,
  'that result as an argument': call('new TextEncoder().encode("a").byteLength'),
  'that result, iterated over': call('[...new TextEncoder().encode("a")][0]'),
  'that result of a function': `const f = (text: string) => new TextEncoder().encode(text);\n${call('f("a").length')}`,
  'a method that is an element': `${call('"a"')}return 1['toLocaleString']('de', { style: 'unit' }).foo`,
  'a method that is a template': `${call('"a"')}const k = \`toLocale\${'String'}\` as const; return 1[k]('de', { style: 'unit' }).foo`,
  'a name with an escape': `${call('"a"')}return R\u0065flect.ownKeys({}).foo`,
  'a global, by a template': `${call('"a"')}const k = \`Ref\${'lect'}\` as const; return globalThis[k].ownKeys({}).foo`,
  'a type of a parameter': `type Format = Parameters<Number['toLocaleString']>[1];\nconst format = {} as Format;\n${call('format.minimumFractionDigits')}`,
};

describe('the type check over the common part of the library', () => {
  const common = () => new ScriptProgram(libFolder);
  const whole = common();
  let requests: TypeCheckRequest[] = [];
  const bed = new TypeCheckBed(
    {},
    {
      check(request) {
        requests.push(request);
        return Promise.resolve([]);
      },
    },
  );

  before(() => checkTypes(whole, { source: 'return Intl', declarations: '' }));
  after(() => bed[Symbol.asyncDispose]());

  /** Returns the errors of both checks, which check the same requests. */
  async function bothFind(script: string) {
    requests = [];
    await bed.problems(script);
    return requests.map((request) => {
      const found = checkTypes(common(), request);
      assert.deepEqual(found, checkTypes(whole, request));
      return found;
    });
  }

  for (const folder of ['rightScripts', 'wrongScripts']) {
    for (const file of readdirSync(new URL(folder, fixtures)).filter(
      (_file, index) => everyTest || index % 6 === 0,
    )) {
      it(`finds what the whole finds in ${folder}/${file}`, async () => {
        const [script = ''] = readFileSync(new URL(`${folder}/${file}`, fixtures), 'utf8').split('---\n');
        await bothFind(script);
      });
    }
  }

  for (const [what, script] of Object.entries(indirect)) {
    it(`refuses what is wrong by ${what}`, async () => {
      const [found] = await bothFind(script);
      assert.equal(found?.length, 1, script);
    });
  }

  it('does not read the rest for a script that needs none of it', () => {
    const program = common();
    const script = program.script({
      source: 'return new Date(1).toLocaleString() + "a".localeCompare("b")',
      declarations: '',
    });
    assert.ok(script && !program.wantsWhole(script));
    assert.equal(script.program.getSourceFile(`/lib/${LIBRARY_FILES.seldom}`), undefined);
  });
}).timeout(300_000);
