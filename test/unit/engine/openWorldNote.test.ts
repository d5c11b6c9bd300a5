import assert from 'node:assert/strict';
import type { CatalogTool } from '../../../src/catalog/catalogSnapshot.ts';
import { openWorldNote } from '../../../src/engine/openWorldNote.ts';
import { catalogTool } from '../../fakes/catalogTool.ts';

const reader = catalogTool({ namespace: 'files', method: 'read', readOnly: true });
const open = (overrides: Partial<CatalogTool> = {}) =>
  catalogTool({ namespace: 'web', method: 'post', annotations: { openWorldHint: true }, ...overrides });

describe('openWorldNote', () => {
  it('names the servers that are read and the tools that reach out', () => {
    assert.equal(
      openWorldNote([reader, open()]),
      'It can send data of tools.files beyond this machine: tools.web.post.',
    );
  });

  it('says so of an open tool that only reads, too: a query can carry data', () => {
    assert.match(openWorldNote([reader, open({ readOnly: true })]) ?? '', /tools\.web\.post/);
  });

  it('says nothing without an explicit hint', () => {
    assert.equal(openWorldNote([reader, catalogTool({ namespace: 'web', method: 'post' })]), undefined);
    assert.equal(openWorldNote([reader, open({ annotations: { openWorldHint: false } })]), undefined);
  });

  it('says nothing where the open tool is of the only server that is read, or nothing is read', () => {
    assert.equal(
      openWorldNote([open(), catalogTool({ namespace: 'web', method: 'get', readOnly: true })]),
      undefined,
    );
    assert.equal(openWorldNote([open(), catalogTool({ namespace: 'files', method: 'write' })]), undefined);
    assert.equal(openWorldNote([]), undefined);
  });

  it('is short for many tools', () => {
    const many = Array.from({ length: 50 }, (_, index) =>
      open({ method: `post${index}`, path: `tools.web.post${index}` }),
    );
    assert.match(
      openWorldNote([reader, ...many]) ?? '',
      /tools\.web\.post0, tools\.web\.post1, tools\.web\.post2 and 47 more\.$/,
    );
  });
});
