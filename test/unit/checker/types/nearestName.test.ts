import assert from 'node:assert/strict';
import { nearestName } from '../../../../src/checker/types/nearestName.ts';

describe('the nearest name', () => {
  const cases: readonly (readonly [wanted: string, known: readonly string[], near: string | undefined])[] = [
    ['temprature', ['temperature', 'humidity'], 'temperature'],
    ['due_on', ['dueOn', 'name'], 'dueOn'],
    ['type', ['name', 'entityType'], 'entityType'],
    ['text', ['oldText', 'newText'], undefined],
    ['username', ['login', 'name'], undefined],
    ['nodes', ['entities', 'relations'], undefined],
    ['x', ['y'], undefined],
    ['anything', [], undefined],
  ];
  for (const [wanted, known, near] of cases) {
    it(`to ${wanted} among ${known.join(', ') || 'none'} is ${near ?? 'none'}`, () =>
      assert.equal(nearestName(wanted, known), near));
  }
});
