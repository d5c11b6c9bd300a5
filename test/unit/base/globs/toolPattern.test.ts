import assert from 'node:assert/strict';
import { toolPattern } from '../../../../src/base/globs/toolPattern.ts';

const tool = (server: string, name: string) => ({
  server,
  name,
  namespace: server.replace(/[^a-z]+(\w)/g, (_all, letter: string) => letter.toUpperCase()),
  method: name.replace(/[^a-z]+(\w)/g, (_all, letter: string) => letter.toUpperCase()),
});

describe('a pattern over server.tool', () => {
  const certain: readonly (readonly [pattern: string, server: string, name: string])[] = [
    ['shop.list_*', 'shop', 'list_orders'],
    ['shop.list_*', 'shop', 'list_a.b'],
    ['shop.*', 'shop', 'a.b.c'],
    ['a.b.*', 'a.b', 'list'],
    ['a.b.list_*', 'a.b', 'list_c'],
    ['io.github.x/y.*', 'io.github.x/y', 'read'],
    ['{a.b,c}.read', 'a.b', 'read'],
    ['{a.b,c}.read', 'c', 'read'],
    ['shop*.read', 'shop.eu', 'read'],
    ['*.delete_*', 'a.b', 'delete_all'],
    ['files.fs\\.read', 'files', 'fs.read'],
    ['files.fs?read', 'files', 'fs.read'],
    ['files.fs[.]*', 'files', 'fs.read'],
    ['files.fsRead', 'files', 'fs.read'],
    ['a\\.b.*', 'a.b', 'read'],
    ['aB.*', 'a.b', 'read'],
    ['*', 'a.b', 'c.d'],
    ['*delete*', 'shop.eu', 'delete_all'],
    ['shop*', 'shop', 'read'],
    ['!shop.*', 'web', 'read'],
    ['!{shop.*,geo.*}', 'a.b', 'c'],
    ['!(shop|geo).*', 'web', 'read'],
    ['!(shop).*', 'shop.eu', 'read'],
    ['GitHub (work).*', 'GitHub (work)', 'read'],
  ];
  for (const [pattern, server, name] of certain) {
    it(`${pattern} names the tool ${name} of the server ${server}`, () => {
      const { mayName, names, problem } = toolPattern(pattern);
      assert.deepEqual(
        [problem, mayName(tool(server, name)), names(tool(server, name))],
        [undefined, true, true],
      );
    });
  }

  const ambiguous: readonly (readonly [pattern: string, server: string, name: string])[] = [
    ['shop.list_*', 'shop.list_x', 'delete_all'],
    ['shop.list_*', 'shop.list_x.y', 'delete_all'],
    ['shop\\.list_*', 'shop.list_x', 'delete_all'],
    ['shop[.]list_*', 'shop.list_x', 'delete_all'],
    ['{shop.list_*,geo.get_*}', 'geo.get_x', 'delete_all'],
    ['@(shop|geo).get_*', 'geo.get_x', 'delete_all'],
    ['a.*', 'a.b', 'read'],
    ['a.b.*', 'a', 'b.read'],
    ['a.b.c', 'a', 'b.c'],
    ['files.fs\\.read', 'files.fs', 'read'],
    ['*.delete_*', 'shop.delete_x', 'read'],
    ['!shop.list_*', 'shop.list_x', 'delete_all'],
    ['!a.b.*', 'a', 'b.read'],
    ['!(my-shop).*', 'my-shop', 'read'],
  ];
  for (const [pattern, server, name] of ambiguous) {
    it(`${pattern} takes the tool ${name} of the server ${server} away, and does not allow it`, () => {
      const { mayName, names } = toolPattern(pattern);
      assert.deepEqual([mayName(tool(server, name)), names(tool(server, name))], [true, false]);
    });
  }

  const neither: readonly (readonly [pattern: string, server: string, name: string])[] = [
    ['shop.list_*', 'shop', 'delete_all'],
    ['a.b.*', 'a.c', 'read'],
    ['a.b.*', 'a', 'c.read'],
    ['shop', 'shop', 'read'],
    ['!shop.*', 'shop', 'read'],
    ['!my-shop.*', 'my-shop', 'read'],
    ['!{shop.*,geo.*}', 'geo', 'read'],
    ['!a.b.*', 'a.b', 'read'],
    ['', 'shop', 'read'],
  ];
  for (const [pattern, server, name] of neither) {
    it(`${pattern} does not name the tool ${name} of the server ${server}`, () => {
      const { mayName, names } = toolPattern(pattern);
      assert.deepEqual([mayName(tool(server, name)), names(tool(server, name))], [false, false]);
    });
  }

  it('allows nothing where it is no glob', () => {
    const { mayName, names } = toolPattern('shop.list_(');
    assert.deepEqual(
      [mayName(tool('shop', 'list_orders')), names(tool('shop', 'list_orders'))],
      [true, false],
    );
  });
});
