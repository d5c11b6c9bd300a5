// Creates a redactor with the rules of a setting and with known secrets.
import assert from 'node:assert/strict';
import { readRedactionRules } from '../../src/journal/redaction/redactionRules.ts';
import { Redactor } from '../../src/journal/redaction/redactor.ts';

export function redactorOf(rules: readonly string[], secrets: readonly string[] = []): Redactor {
  const read = readRedactionRules(rules, 'test');
  assert.deepEqual(read.problems, []);
  return new Redactor(
    () => secrets,
    () => read,
  );
}
