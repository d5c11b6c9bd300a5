import assert from 'node:assert/strict';
import { CachedTypeChecker } from '../../../../src/checker/types/cachedTypeChecker.ts';
import type { TypeChecker, TypeCheckRequest, TypeFinding } from '../../../../src/checker/types/typeCheck.ts';

type Findings = readonly TypeFinding[] | undefined;

const wrong: Findings = [{ code: 'type_error', message: 'wrong', position: { line: 1, column: 1 } }];
const right: Findings = [];
const request: TypeCheckRequest = { source: 'return 1', declarations: 'declare const tools: {};' };

/** Counts the scripts that reach it. */
class CountingChecker implements TypeChecker {
  readonly checked: string[] = [];
  warmed = 0;
  answer: Findings = right;

  warm(): void {
    this.warmed += 1;
  }

  check({ source }: TypeCheckRequest): Promise<Findings> {
    this.checked.push(source);
    return Promise.resolve(this.answer);
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }
}

class KeptInMemory {
  readonly files = new Map<string, string>();

  read(key: string): Promise<unknown> {
    const text = this.files.get(key);
    return Promise.resolve(text === undefined ? undefined : (JSON.parse(text) as unknown));
  }

  write(key: string, text: () => Promise<string>): void {
    void text().then((written) => this.files.set(key, written));
  }
}

describe('CachedTypeChecker', () => {
  const { signal } = new AbortController();
  const open = (version = '1', kept = new KeptInMemory(), checker = new CountingChecker()) => ({
    kept,
    checker,
    remembering: new CachedTypeChecker({ checker, cache: kept, version }),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('checks a script once that is right', async () => {
    const { checker, remembering } = open();
    for (const _ of [1, 2]) assert.deepEqual(await remembering.check(request, signal), right);
    assert.equal(checker.checked.length, 1);
  });

  for (const [what, answer] of [
    ['is wrong', wrong],
    ['could not be checked', undefined],
  ] as const) {
    it(`checks a script again that ${what}`, async () => {
      const { checker, remembering } = open();
      checker.answer = answer;
      for (const _ of [1, 2]) assert.deepEqual(await remembering.check(request, signal), answer);
      assert.equal(checker.checked.length, 2);
    });
  }

  it('checks a script again over other declarations, and by another version', async () => {
    const { kept, checker, remembering } = open();
    await remembering.check(request, signal);
    await remembering.check({ ...request, declarations: 'declare const tools: { a: 1 };' }, signal);
    await open('2', kept, checker).remembering.check(request, signal);
    assert.equal(checker.checked.length, 3);
  });

  it('loads nothing for a script that was right before', async () => {
    const { checker, remembering } = open();
    await remembering.check(request, signal);
    remembering.warm(request.source);
    await settle();
    assert.equal(checker.warmed, 0);
  });

  it('loads what a check needs for a script that is new, or not known yet', async () => {
    const { checker, remembering } = open();
    remembering.warm(request.source);
    remembering.warm();
    await settle();
    assert.equal(checker.warmed, 2);
  });

  it('takes nothing else for a remembered script', async () => {
    const { kept, checker, remembering } = open();
    await remembering.check(request, signal);
    for (const [key] of kept.files) kept.files.set(key, '{"declarations":true}');
    await remembering.check(request, signal);
    assert.equal(checker.checked.length, 2);
  });
});
