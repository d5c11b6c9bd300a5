// Tests the settings `codeMode.limits.*`: a script beyond a limit ends, or its call fails, with a code for that
// limit and a message that names the limit, its value and its setting.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../src/base/json.ts';
import type { SandboxLimits } from '../../src/sandbox/host/sandboxPort.ts';
import { InMemorySource, textResult } from '../fakes/inMemorySource.ts';
import { TestEngine } from '../fakes/testEngine.ts';

interface Breach {
  readonly limit: number;
  readonly script: string;
  /** The code of the run, or of the `ToolError` for a limit of one call. */
  readonly code: string;
  readonly says: RegExp;
}

/** Settings whose limits `test/security/limits.test.ts` tests on both engines. */
const testedElsewhere = ['cpuMs', 'wallMs', 'heapMb', 'residentMb', 'resultBytes', 'logBytes'] as const;
type TestedHere = Exclude<keyof SandboxLimits, 'callsAtOncePerServer' | (typeof testedElsewhere)[number]>;

const breaches: Readonly<Record<TestedHere, Breach>> = {
  calls: { limit: 5, script: 'for (;;) await tools.s.echo({})', code: 'call_limit', says: /5 calls/ },
  replyBytes: {
    limit: 1_500,
    script: 'return tools.s.echo({ n: 2000 })',
    code: 'limit_exceeded',
    says: /1,500 \(/,
  },
  valueDepth: {
    limit: 5,
    script: 'return [[[[[[1]]]]]]',
    code: 'unserializable_result',
    says: /over 5 levels/,
  },
  codeBytes: {
    limit: 1_500,
    script: `return "${'x'.repeat(2000)}"`,
    code: 'code_too_large',
    says: /1,500 \(/,
  },
};

/** Counts the calls that are open at the same time. */
class CrowdedSource extends InMemorySource {
  most = 0;

  constructor() {
    let now = 0;
    super({
      s: [
        {
          name: 'echo',
          answer: async (input: JsonObject) => {
            now += 1;
            this.most = Math.max(this.most, now);
            await new Promise((next) => setImmediate(next));
            now -= 1;
            return textResult('x'.repeat(Number(input['n'] ?? 0)));
          },
        },
      ],
    });
  }
}

describe('the limit', () => {
  for (const [name, { limit, script, code, says }] of Object.entries(breaches)) {
    it(`${name} ends what goes over it with ${code}`, async () => {
      await using test = new TestEngine([new CrowdedSource()], { limits: { [name]: limit } });
      const [error] = (await test.run(script)).errors;
      assert.equal(error?.toolError?.code ?? error?.code, code);
      assert.match(error?.message ?? '', says);
      assert.ok(error?.message.includes(`codeMode.limits.${name}`), error?.message);
    });
  }

  it('callsAtOncePerServer makes the calls that are over it wait', async () => {
    const source = new CrowdedSource();
    await using test = new TestEngine([source], { limits: { callsAtOncePerServer: 3 } });
    const { value } = await test.run(
      'return (await Promise.all(Array.from({ length: 20 }, () => tools.s.echo({})))).length',
    );
    assert.deepEqual([value, source.most], [20, 3]);
  });

  it('of every setting is among these', () => {
    const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    const settings = [...manifest.matchAll(/"codeMode\.limits\.(\w+)"/g)].map(([, name]) => name);
    const tested = [...Object.keys(breaches), 'callsAtOncePerServer', ...testedElsewhere];
    assert.deepEqual(settings.sort(), tested.sort());
  });
});
