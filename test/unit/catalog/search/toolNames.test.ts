import assert from 'node:assert/strict';
import type { CatalogServer } from '../../../../src/catalog/catalogSnapshot.ts';
import { parseToolName, sharedNamePrefix } from '../../../../src/catalog/search/toolTexts.ts';
import { FakeToolSource, toolDefinition } from '../../../fakes/fakeToolSource.ts';
import { snapshotOf } from '../../../fakes/snapshotOf.ts';

async function serverOf(name: string, ...tools: readonly string[]): Promise<CatalogServer> {
  const source = new FakeToolSource({
    name,
    tools: tools.map((tool) => toolDefinition(tool, { description: '' })),
  });
  const [server] = (await snapshotOf(source)).servers;
  assert.ok(server);
  return server;
}

const own = (name: string, shared: readonly string[]) => parseToolName({ name }, shared, () => false).words;

describe("the words that a server's tools begin with", () => {
  it('are all that most of them share', async () => {
    const server = await serverOf(
      'acme',
      'AcmeApiV2--CreateCall',
      'AcmeApiV2--ListQueue',
      'AcmeApiV2--EndCall',
      'AcmeApiV2--SendFax',
      'ping',
    );
    const shared = sharedNamePrefix(server);
    assert.deepEqual(own('AcmeApiV2--CreateCall', shared), ['create', 'call']);
    assert.deepEqual(own('ping', shared), ['ping']);
  });

  it('are left in a name that is nothing else', async () => {
    const server = await serverOf('acme', 'acme_call', 'acme_queue', 'acme_fax', 'acme');
    assert.deepEqual(own('acme', sharedNamePrefix(server)), ['acme']);
  });

  it('are kept where a name leaves them', async () => {
    const server = await serverOf(
      'x',
      'acme_api_call',
      'acme_api_queue',
      'acme_api_fax',
      'acme_api_text',
      'acme_status_page',
    );
    assert.deepEqual(own('acme_status_page', sharedNamePrefix(server)), ['status', 'page']);
  });
});
