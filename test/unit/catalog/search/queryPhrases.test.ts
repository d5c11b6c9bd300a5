import assert from 'node:assert/strict';
import { rewritePhrases } from '../../../../src/catalog/search/queryPhrases.ts';

const read = (request: string) => rewritePhrases(request).trim().split(/\s+/);

describe('phrases of a request', () => {
  it('ask for a history where somebody wants to know who did a thing', () => {
    assert.ok(read('who deleted the channel').includes('history'));
    assert.ok(!read('who is in the channel').includes('history'));
  });

  it('ask for permissions where somebody wants to know who may', () => {
    assert.ok(read('who can edit this folder').includes('permission'));
  });

  it('give up, and give a thumbs up, are two things', () => {
    assert.ok(read('give up my seat').includes('release'));
    assert.ok(!read('give it a thumbs up').includes('release'));
  });

  it('text and mail somebody, and read a text', () => {
    assert.ok(read('text my landlord').includes('sms'));
    assert.ok(read('mail the report to finance').includes('send'));
    assert.ok(!read('read the text of the page').includes('sms'));
  });

  it('go back to a version, and go back a page', () => {
    assert.ok(read('go back to the last stable release').includes('rollback'));
    assert.ok(!read('go back to the page').includes('rollback'));
  });

  it('say of a database product what it is', () => {
    assert.deepEqual(read('mysql'), ['mysql', 'sql', 'database']);
  });
});
