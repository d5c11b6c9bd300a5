import assert from 'node:assert/strict';
import { Router, type RoutedTool } from '../../../../src/catalog/routing/router.ts';
import {
  defaultRules,
  isCallableFromCode,
  mediaKey,
  modes,
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
  const cases: Readonly<Record<string, readonly (readonly [what: string, ReturnType<typeof routed>])[]>> = {
    'off by blocked, not for scripts': [
      ['blocked by its raw name', routed({ blocked: glob('my-geo.get_*') })],
      ['blocked by its name in scripts', routed({ blocked: glob('myGeo.getMap') })],
      ['blocked before excluded', routed({ blocked: glob('*'), excluded: glob('*') })],
      ['blocked in every mode', routed({ blocked: glob('*'), mode: 'tools' })],
      ['blocked by a pattern that cannot be read', routed({ blocked: glob('myGeo.+(x)') })],
    ],
    'off by appOnly, not for scripts': [
      ["for its server's app alone", routed({ excluded: glob('*') }, { appOnly: true })],
    ],
    'off by excluded, not for scripts': [
      ['excluded with the mode off', routed({ excluded: glob('*'), mode: 'off' })],
    ],
    'tool by excluded, not for scripts': [
      ['excluded', routed({ excluded: glob('*.get_map') })],
      ['excluded where no passthrough is', routed({ excluded: glob('*.get_map'), passthrough: undefined })],
      ['excluded before wanted in code', routed({ excluded: glob('*'), inCode: glob('*') })],
      ['excluded with the mode code', routed({ excluded: glob('*'), mode: 'code' })],
    ],
    'off by mode': [['the mode off', routed({ mode: 'off' })]],
    'tool by mode': [['the mode tools', routed({ mode: 'tools' })]],
    'code by mode': [['the mode code, for a tool of images', routed({ ...image, mode: 'code' })]],
    'code by inCode': [['wanted in code', routed({ ...image, inCode: glob('*.getMap') })]],
    'tool by media': [
      ['wanted in code by a pattern that cannot be read', routed({ ...image, inCode: glob('+(x)') })],
      ['answered with an image', routed(image)],
      ['declares a view', routed(here, { appView: true })],
    ],
    'tool by smallServer': [['a small server', routed({ ...here, direct: small }, {}, small)]],
    'code by default': [
      ['no rule', routed({})],
      ['answered with an image where no passthrough is', routed({ ...image, passthrough: undefined })],
      ['another tool of its server', routed(image, { name: 'get_city' })],
      ['a small server where no passthrough is', routed({ direct: small }, {}, small)],
      ['few tools, but many tokens', routed({ ...here, direct: small }, {}, { tools: 2, tokens: 301 })],
      ['few tokens, but many tools', routed({ ...here, direct: small }, {}, { tools: 3, tokens: 10 })],
      [
        'no limit of tools',
        routed({ ...here, direct: { tools: 0, tokens: 300 } }, {}, { tools: 0, tokens: 0 }),
      ],
    ],
  };
  for (const [expected, rows] of Object.entries(cases))
    for (const [what, { route, why }] of rows) {
      it(`route a tool: ${what}: ${expected}`, () => {
        const scripts = isCallableFromCode(why) ? '' : ', not for scripts';
        assert.equal(`${route} by ${why.by}${scripts}`, expected);
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
