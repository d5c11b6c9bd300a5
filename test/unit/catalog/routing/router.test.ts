import assert from 'node:assert/strict';
import { Router, type RoutedTool } from '../../../../src/catalog/routing/router.ts';
import {
  defaultRules,
  isCallableFromCode,
  mediaKey,
  modes,
  type Route,
  type RoutingRules,
} from '../../../../src/catalog/routing/routing.ts';

const tool: RoutedTool = { server: 'my-geo', namespace: 'myGeo', name: 'get_map', method: 'getMap' };
const here: Partial<RoutingRules> = { passthrough: ({ name }) => name };
const small = { tools: 2, tokens: 300 };
const glob = (pattern: string, setting = 'setting') => [{ pattern, setting }];
const image: Partial<RoutingRules> = {
  ...here,
  observedMedia: new Map([[mediaKey('my-geo', 'get_map'), 'image' as const]]),
};

function routed(
  rules: Partial<RoutingRules>,
  changes: Partial<RoutedTool> = {},
  size = { tools: 9, tokens: 9_000 },
) {
  return new Router({ ...defaultRules, ...rules }).route({ ...tool, ...changes }, size);
}

describe('the rules of routing', () => {
  const rows: readonly (readonly [
    what: string,
    ReturnType<typeof routed>,
    route: Route,
    by: string,
    scripts: boolean,
  ])[] = [
    ['no rule', routed({}), 'code', 'default', true],
    ['blocked by its raw name', routed({ blocked: glob('my-geo.get_*') }), 'off', 'blocked', false],
    ['blocked by its name in scripts', routed({ blocked: glob('myGeo.getMap') }), 'off', 'blocked', false],
    ['blocked before excluded', routed({ blocked: glob('*'), excluded: glob('*') }), 'off', 'blocked', false],
    ['blocked in every mode', routed({ blocked: glob('*'), mode: 'tools' }), 'off', 'blocked', false],
    [
      'blocked by a pattern that cannot be read',
      routed({ blocked: glob('myGeo.+(x)') }),
      'off',
      'blocked',
      false,
    ],
    [
      "for its server's app alone",
      routed({ excluded: glob('*') }, { appOnly: true }),
      'off',
      'appOnly',
      false,
    ],
    ['excluded', routed({ excluded: glob('*.get_map') }), 'tool', 'excluded', false],
    [
      'excluded where no passthrough is',
      routed({ excluded: glob('*.get_map'), passthrough: undefined }),
      'tool',
      'excluded',
      false,
    ],
    [
      'excluded before wanted in code',
      routed({ excluded: glob('*'), inCode: glob('*') }),
      'tool',
      'excluded',
      false,
    ],
    ['excluded with the mode code', routed({ excluded: glob('*'), mode: 'code' }), 'tool', 'excluded', false],
    ['excluded with the mode off', routed({ excluded: glob('*'), mode: 'off' }), 'off', 'excluded', false],
    ['the mode off', routed({ mode: 'off' }), 'off', 'mode', true],
    ['the mode tools', routed({ mode: 'tools' }), 'tool', 'mode', true],
    ['the mode code, for a tool of images', routed({ ...image, mode: 'code' }), 'code', 'mode', true],
    ['wanted in code', routed({ ...image, inCode: glob('*.getMap') }), 'code', 'inCode', true],
    [
      'wanted in code by a pattern that cannot be read',
      routed({ ...image, inCode: glob('+(x)') }),
      'tool',
      'media',
      true,
    ],
    ['answered with an image', routed(image), 'tool', 'media', true],
    [
      'answered with an image where no passthrough is',
      routed({ ...image, passthrough: undefined }),
      'code',
      'default',
      true,
    ],
    ['another tool of its server', routed(image, { name: 'get_city' }), 'code', 'default', true],
    ['declares a view', routed(here, { appView: true }), 'tool', 'media', true],
    ['a small server', routed({ ...here, direct: small }, {}, small), 'tool', 'smallServer', true],
    ['a small server where no passthrough is', routed({ direct: small }, {}, small), 'code', 'default', true],
    [
      'few tools, but many tokens',
      routed({ ...here, direct: small }, {}, { tools: 2, tokens: 301 }),
      'code',
      'default',
      true,
    ],
    [
      'few tokens, but many tools',
      routed({ ...here, direct: small }, {}, { tools: 3, tokens: 10 }),
      'code',
      'default',
      true,
    ],
    [
      'no limit of tools',
      routed({ ...here, direct: { tools: 0, tokens: 300 } }, {}, { tools: 0, tokens: 0 }),
      'code',
      'default',
      true,
    ],
  ];
  for (const [what, { route, why }, expected, by, scripts] of rows) {
    it(`route a tool: ${what}: ${expected}${scripts ? '' : ', not for scripts'}`, () => {
      assert.deepEqual([route, why.by, isCallableFromCode(why)], [expected, by, scripts]);
    });
  }

  it('name the pattern and where it stands', () => {
    const { why } = routed({ excluded: glob('*', '--exclude') });
    assert.deepEqual(why, { by: 'excluded', pattern: '*', setting: '--exclude' });
  });

  it('warn of a pattern in each list that can match nothing', () => {
    const { warnings } = new Router({
      ...defaultRules,
      blocked: glob('a'),
      excluded: glob('b'),
      inCode: glob('c'),
    });
    assert.equal(warnings.length, 3);
  });

  it('take resources and prompts from scripts by their names alone', () => {
    const feature = { server: 'geo', namespace: 'geo', name: '$resources', method: '$resources' };
    const router = new Router({ ...defaultRules, excluded: glob('geo.$res*') });
    assert.equal(router.routeFeature(feature)?.route, 'off');
    assert.equal(router.routeFeature({ ...feature, name: '$prompts', method: '$prompts' }), undefined);
  });

  for (const mode of modes) {
    it(`leave resources to scripts with the mode ${mode}`, () => {
      const feature = { server: 'geo', namespace: 'geo', name: '$resources', method: '$resources' };
      assert.equal(new Router({ ...defaultRules, mode }).routeFeature(feature), undefined);
    });
  }

  it('have the same key only where they route alike', () => {
    const keys = [{}, { mode: 'tools' as const }, here, image, { excluded: glob('*') }].map(
      (rules) => new Router({ ...defaultRules, ...rules }).key,
    );
    assert.equal(new Set(keys).size, keys.length);
  });
});
