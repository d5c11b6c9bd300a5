import assert from 'node:assert/strict';
import { PassthroughNames } from '../../../src/serve/passthroughNames.ts';

describe('the name of a tool that is passed through', () => {
  const tool = (namespace: string, name: string) => ({ server: namespace, namespace, name });

  it('is that of its server and its own', () => {
    assert.equal(new PassthroughNames().of(tool('geo', 'get-weather_now')), 'geo_get-weather_now');
  });

  it('is what models take, whatever its server calls it', () => {
    const names = new PassthroughNames();
    const given = ['日本', 'größe', 'a.b/c d', '', 'x'.repeat(500)].map((name) =>
      names.of(tool('Straße', name)),
    );
    for (const name of given) assert.match(name, /^[\w-]{1,46}$/);
    assert.deepEqual(
      given.slice(0, 3).map((name) => name.replace(/_[0-9a-f]{8}$/, '')),
      ['Stra_e_tool', 'Stra_e_gro_e', 'Stra_e_a_b_c_d'],
    );
  });

  it('is the same whichever other tools there are, so that none takes the name of another', () => {
    const long = 'x'.repeat(60);
    const tools = [
      tool('a', 'b_c'),
      tool('a', 'b.c'),
      tool('a', 'b/c'),
      tool('a', `${long}1`),
      tool('a', `${long}2`),
      tool('Straße', 'b'),
    ];
    const together = new PassthroughNames();
    const alone = tools.toReversed().map((of) => [new PassthroughNames().of(of), together.of(of)]);
    for (const [one, other] of alone) assert.equal(one, other);
    assert.equal(new Set(alone.flat()).size, tools.length);
    assert.equal(together.of(tool('a', 'b_c')), 'a_b_c');
  });

  it('is no name that a hash made', () => {
    const hashed = new PassthroughNames().of(tool('a', 'b.c'));
    assert.notEqual(new PassthroughNames().of(tool('a', hashed.slice(2))), hashed);
  });

  it('stays with its tool', () => {
    const names = new PassthroughNames();
    const second = names.of(tool('a', 'b.c'));
    names.of(tool('a', 'b_c'));
    assert.equal(names.of(tool('a', 'b.c')), second);
  });

  it('is forgotten when 100,000 others were listed since, and not before', () => {
    const names = new PassthroughNames();
    for (const name of ['forgotten', 'kept']) names.of(tool('a_b', name));
    for (let number = 0; number < 99_999; number += 1) names.of(tool('c', String(number)));
    assert.equal(names.of(tool('a', 'b_kept')), 'a_b_kept_2');
    assert.equal(names.of(tool('a', 'b_forgotten')), 'a_b_forgotten');
  });
});
