import assert from 'node:assert/strict';
import { toolPattern } from '../../../../src/base/globs/toolPattern.ts';

type Case = readonly [pattern: string, server: string, name: string];

const tool = (server: string, name: string) => ({
  server,
  name,
  namespace: server.replace(/[^a-z]+(\w)/g, (_all, letter: string) => letter.toUpperCase()),
  method: name.replace(/[^a-z]+(\w)/g, (_all, letter: string) => letter.toUpperCase()),
});

describe('a pattern over server.tool', () => {
  const certain: readonly Case[] = [
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
  const ambiguous: readonly Case[] = [
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
  const neither: readonly Case[] = [
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
  for (const [what, mayName, names, cases] of [
    ['names', true, true, certain],
    ['takes away, and does not allow,', true, false, ambiguous],
    ['does not name', false, false, neither],
  ] as const) {
    for (const [pattern, server, name] of cases) {
      it(`${pattern} ${what} the tool ${name} of the server ${server}`, () => {
        const read = toolPattern(pattern);
        assert.deepEqual(
          [read.mayName(tool(server, name)), read.names(tool(server, name))],
          [mayName, names],
        );
      });
    }
  }

  it('allows nothing where it is no glob', () => {
    const { mayName, names } = toolPattern('shop.list_(');
    assert.deepEqual(
      [mayName(tool('shop', 'list_orders')), names(tool('shop', 'list_orders'))],
      [true, false],
    );
  });
});
