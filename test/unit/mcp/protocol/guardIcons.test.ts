import assert from 'node:assert/strict';
import { guardIcons } from '../../../../src/mcp/protocol/guardTools.ts';

describe('guardIcons', () => {
  const png = 'data:image/png;base64,iVBORw0KGgo=';

  it('keeps images of the web and images that are there, with their theme', () => {
    const icons = [
      { src: 'https://example.com/a.png', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' },
      { src: png, theme: 'purple' },
    ];
    assert.deepEqual(guardIcons(icons), [{ src: 'https://example.com/a.png', theme: 'dark' }, { src: png }]);
  });

  for (const src of [
    'http://example.com/a.png',
    'https://user:pw@example.com/a.png',
    'file:///a.png',
    'javascript:alert(1)',
    'data:text/html;base64,PGI+',
    'data:image/svg+xml,<svg onload="x"/>',
    `data:image/png;base64,${'A'.repeat(100_000)}`,
    7,
  ])
    it(`leaves out ${String(src).slice(0, 40)}`, () => {
      assert.equal(guardIcons([{ src }]), undefined);
    });

  it('keeps four at most', () => {
    assert.equal(guardIcons(Array<{ src: string }>(9).fill({ src: png }))?.length, 4);
  });

  it('is nothing for what is no list', () => {
    assert.equal(guardIcons('https://example.com/a.png'), undefined);
  });
});
