import assert from 'node:assert/strict';
import { assignNames, toIdentifier, splitWords } from '../../../src/catalog/names.ts';

describe('names', () => {
  const cases: readonly (readonly [raw: string, name: string])[] = [
    ['get_weather', 'getWeather'],
    ['get-sum', 'getSum'],
    ['getCity', 'getCity'],
    ['GetCity', 'getCity'],
    ['API_get', 'apiGet'],
    ['HTTPRequest', 'httpRequest'],
    ['get_URL', 'getURL'],
    ['GMAIL_SEND_EMAIL', 'gmailSendEmail'],
    ['@scope/pkg.read file', 'scopePkgReadFile'],
    ['3d_render', '_3dRender'],
    ['42', '_42'],
    ['', 'tool'],
    ['---', 'tool'],
    ['delete', 'delete_'],
    ['await', 'await_'],
    ['then', 'then_'],
    ['constructor', 'constructor_'],
    ['toString', 'toString_'],
    ['__proto__', 'proto'],
    ['$resources', 'resources'],
    ['raw', 'raw'],
    ['größe_messen', 'größeMessen'],
    ['获取_天气', '获取天气'],
    ['🙂', 'tool'],
    ['a\u0000b\n*/c', 'aBC'],
  ];
  for (const [raw, name] of cases) {
    it(`calls ${JSON.stringify(raw)} ${name}`, () => {
      assert.equal(toIdentifier(raw, 'tool'), name);
    });
  }

  it('composes letters, so that one name is one name', () => {
    assert.equal(toIdentifier('cafe\u0301', 'tool'), 'caf\u00e9');
  });

  it('numbers what becomes the same name, in the order of the raw names', () => {
    const { names, collisions } = assignNames(['get_city', 'get-city', 'get city'], 'tool');
    assert.deepEqual(Object.fromEntries(names), {
      'get city': 'getCity',
      'get-city': 'getCity2',
      get_city: 'getCity3',
    });
    assert.deepEqual(
      collisions.map(({ raw, owner }) => [raw, owner]),
      [
        ['get-city', 'get city'],
        ['get_city', 'get city'],
      ],
    );
  });

  it('leaves its own name to a raw name that is already legal', () => {
    const { names } = assignNames(['a-b', 'aB', 'a_b', 'aB2'], 'tool');
    assert.deepEqual(Object.fromEntries(names), { aB: 'aB', aB2: 'aB2', 'a-b': 'aB3', a_b: 'aB4' });
  });

  it('finds the words of a name', () => {
    assert.deepEqual(splitWords('getHTTPStatus_v2 of-x'), ['get', 'HTTP', 'Status', 'v2', 'of', 'x']);
  });
});
