import assert from 'node:assert/strict';
import { PassthroughNames } from '../../../src/serve/passthroughNames.ts';

describe('the name of a tool that is passed through', () => {
  const tool = (namespace: string, name: string) => ({ server: namespace, namespace, name });

  it('is that of its server and its own', () => {
    assert.equal(new PassthroughNames().of(tool('geo', 'get-weather_now')), 'geo_get-weather_now');
  });

  it('is what models take, whatever its server calls it', () => {
    const names = new PassthroughNames();
    const given = ['日本', 'größe', 'a.b/c d', '', 'x'.repeat(500)].map((name) => names.of(tool('Straße', name)));
    for (const name of given) assert.match(name, /^[\w-]{1,46}$/);
    assert.deepEqual(given.slice(0, 3), ['Stra_e_tool', 'Stra_e_gro_e', 'Stra_e_a_b_c_d']);
  });

  it('is numbered where another has it, also where it had to be cut', () => {
    const names = new PassthroughNames();
    const long = 'x'.repeat(60);
    assert.deepEqual(
      [tool('a', 'b_c'), tool('a', 'b.c'), tool('a', `${long}1`), tool('a', `${long}2`)].map((of) => names.of(of)),
      ['a_b_c', 'a_b_c_2', `a_${'x'.repeat(44)}`, `a_${'x'.repeat(42)}_2`],
    );
  });

  it('stays with its tool', () => {
    const names = new PassthroughNames();
    const second = names.of(tool('a', 'b.c'));
    names.of(tool('a', 'b_c'));
    assert.equal(names.of(tool('a', 'b.c')), second);
  });

  it('is its own where thousands of tools want one', () => {
    const names = new PassthroughNames();
    const all = Array.from({ length: 20_000 }, (_, index) => names.of(tool('a', `${'日'.repeat(index % 200)}${'本'.repeat(index / 200)}`)));
    assert.equal(new Set(all).size, all.length);
  });

  it('is forgotten when 100,000 others were listed since, and not before', () => {
    const names = new PassthroughNames();
    const [forgotten, kept] = [names.of(tool('a', 'forgotten.')), names.of(tool('a', 'kept.'))];
    for (let number = 0; number < 99_999; number += 1) names.of(tool('b', String(number)));
    assert.equal(names.of(tool('a', 'kept_')), `${kept}_2`);
    assert.equal(names.of(tool('a', 'forgotten_')), forgotten);
  });
});
