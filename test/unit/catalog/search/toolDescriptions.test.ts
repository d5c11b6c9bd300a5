import assert from 'node:assert/strict';
import { ownDescription, sharedOpening } from '../../../../src/catalog/search/toolTexts.ts';
import { FakeToolSource, toolDefinition } from '../../../fakes/fakeToolSource.ts';
import { snapshotOf } from '../../../fakes/snapshotOf.ts';

const OPENING = 'Acme - Api: This is the public REST API.';
const DONE = ['Send a message', 'End a call', 'Read the members of a queue.', 'Buy a number!'];

async function openingOf(descriptions: readonly string[]): Promise<string> {
  const tools = descriptions.map((description, index) => toolDefinition(`tool_${index}`, { description }));
  const { servers } = await snapshotOf(new FakeToolSource({ name: 'acme', tools }));
  return sharedOpening(servers[0] ?? { tools: [] });
}

describe('the opening that descriptions of a server share', () => {
  it('is the sentence that most begin with', async () => {
    assert.equal(await openingOf([...DONE.map((text) => `${OPENING} ${text}`), 'Says hello.']), OPENING);
  });

  it('is all sentences that most begin with', async () => {
    const opening = `${OPENING} Use with care.`;
    assert.equal(await openingOf(DONE.map((text) => `${opening} ${text}`)), opening);
  });

  it('is none where descriptions only begin with the same words', async () => {
    assert.equal(await openingOf(DONE.map((text) => `Get a list of what can ${text}`)), '');
  });

  it('is none among a few tools', async () => {
    assert.equal(await openingOf([`${OPENING} Send a message.`, `${OPENING} End a call.`]), '');
  });
});

describe("a tool's own description", () => {
  it('leaves the opening out', () => {
    assert.equal(ownDescription(`${OPENING} Send a message.`, OPENING), 'Send a message.');
  });

  it('is the opening where there is no more', () => {
    assert.equal(ownDescription(OPENING, OPENING), OPENING);
  });

  it('begins with its first word', () => {
    assert.equal(ownDescription('\n    Run a rollback.\n', ''), 'Run a rollback.\n');
  });
});
