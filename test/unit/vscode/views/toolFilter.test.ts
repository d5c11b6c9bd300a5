import assert from 'node:assert/strict';
import type { CatalogServer, CatalogTool } from '../../../../src/catalog/catalogSnapshot.ts';
import { filterText, noFilter, shownTools, shownWithheld } from '../../../../src/vscode/views/toolFilter.ts';

const tool = (method: string, readOnly = true, description = '') =>
  ({ name: method, method, readOnly, description }) as CatalogTool;
const withheld = (method: string, by: 'excluded' | 'appOnly') =>
  ({ name: method, method, why: { by } }) as CatalogServer['withheld'][number];
const server = {
  name: 'shop',
  tools: [tool('step10'), tool('step2', false, 'Opens an issue'), tool('Step1')],
  withheld: [withheld('b', 'excluded'), withheld('a', 'excluded'), withheld('own', 'appOnly')],
} as unknown as CatalogServer;
const names = (tools: readonly { readonly method: string }[]) => tools.map(({ method }) => method);

describe('the tools that the view shows', () => {
  it('are sorted as people count, whatever their case', () => {
    assert.deepEqual(names(shownTools(server, noFilter)), ['Step1', 'step2', 'step10']);
    assert.deepEqual(names(shownWithheld(server, noFilter)), ['a', 'b']);
  });

  it('are those with a text in their name, description or server', () => {
    assert.deepEqual(names(shownTools(server, { text: ' ISSUE ', onlyWrites: false })), ['step2']);
    assert.deepEqual(names(shownTools(server, { text: 'step1', onlyWrites: false })), ['Step1', 'step10']);
    assert.equal(shownTools(server, { text: 'shop', onlyWrites: false }).length, 3);
  });

  it('are only those that write where that is wanted', () => {
    const filter = { text: '', onlyWrites: true };
    assert.deepEqual(
      [names(shownTools(server, filter)), names(shownWithheld(server, filter))],
      [['step2'], []],
    );
  });

  it('are counted', () => {
    assert.equal(filterText(noFilter, [server]), undefined);
    assert.equal(
      filterText({ text: 'issue', onlyWrites: true }, [server, server]),
      'Tools that can write with "issue": 2 of 6',
    );
  });
});
