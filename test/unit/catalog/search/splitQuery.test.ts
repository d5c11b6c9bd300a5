import assert from 'node:assert/strict';
import { Actions } from '../../../../src/catalog/search/actions.ts';
import { splitQuery } from '../../../../src/catalog/search/splitQuery.ts';

describe('the needs of a request', () => {
  const actions = new Actions();
  const needs = (request: string) => splitQuery(request, actions);

  it('are several where each begins with something to do', () => {
    assert.deepEqual(needs('find the user, list the orders, then send a mail'), [
      'find the user',
      'list the orders',
      'send a mail',
    ]);
    assert.deepEqual(needs('fork a repository and later propose my changes'), [
      'fork a repository',
      'later propose my changes',
    ]);
  });

  it('begin with a verb that may be a thing, if a determiner or a pronoun follows', () => {
    assert.deepEqual(needs('search the log for errors, mail the findings to the team'), [
      'search the log for errors',
      'mail the findings to the team',
    ]);
    assert.equal(needs('list the files and mail attachments').length, 1);
  });

  it('are several in a list of short phrases that begins with something to do', () => {
    assert.deepEqual(needs('navigate to a url, snapshot'), ['navigate to a url', 'snapshot']);
    assert.deepEqual(needs('navigate, evaluate javascript on page, snapshot'), [
      'navigate',
      'evaluate javascript on page',
      'snapshot',
    ]);
    for (const one of [
      'create an issue with title, body',
      'read a file, a folder',
      'read this for me, here is the URL',
      'Oslo, Norway',
    ]) {
      assert.deepEqual(needs(one), [one]);
    }
  });

  it('are one in a story, unless it begins with something to do', () => {
    assert.equal(needs('my laptop crashed and we lost the file, find the backup').length, 1);
    assert.equal(needs('text the customer that we got her complaint, and add a task for it').length, 2);
  });
});
