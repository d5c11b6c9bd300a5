import assert from 'node:assert/strict';
import { passthroughName } from '../../../src/serve/passthroughName.ts';

describe('the name of a tool that is passed through', () => {
  const nameOf = (namespace: string, name: string) => passthroughName({ server: namespace, namespace, name });

  it('is that of its server and its own', () => {
    assert.equal(nameOf('geo', 'get-weather_now'), 'geo_get-weather_now');
  });

  it('is what models take, whatever its server calls it', () => {
    const given = ['日本', 'größe', 'a.b/c d', '', 'x'.repeat(500)].map((name) => nameOf('Straße', name));
    for (const name of given) assert.match(name, /^[\w-]{1,46}$/);
    assert.deepEqual(
      given.slice(0, 3).map((name) => name.replace(/_[0-9a-f]{8}$/, '')),
      ['Stra_e_tool', 'Stra_e_gro_e', 'Stra_e_a_b_c_d'],
    );
  });

  it('is the name of no other tool', () => {
    const long = 'x'.repeat(60);
    const names = ['b_c', 'b.c', 'b/c', `${long}1`, `${long}2`].map((name) => nameOf('a', name));
    assert.equal(new Set([...names, nameOf('Straße', 'b')]).size, names.length + 1);
  });

  it('is no name that a hash made', () => {
    const hashed = nameOf('a', 'b.c');
    assert.notEqual(nameOf('a', hashed.slice(2)), hashed);
  });
});
