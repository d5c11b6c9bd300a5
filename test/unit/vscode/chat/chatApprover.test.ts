import assert from 'node:assert/strict';
import { ChatApprover } from '../../../../src/vscode/chat/chatApprover.ts';
import type { CatalogTool } from '../../../../src/catalog/catalogSnapshot.ts';
import { RecordingApprover } from '../../../fakes/recordingApprover.ts';

function tool(namespace: string, method: string): CatalogTool {
  return {
    server: namespace,
    namespace,
    name: method,
    method,
    path: `tools.${namespace}.${method}`,
    description: '',
    inputSchema: { type: 'object' },
    annotations: {},
    readOnly: false,
    call: () => Promise.reject(new Error('not called')),
  };
}

const { signal } = new AbortController();

describe('the approver of the chat', () => {
  let dialog: RecordingApprover;
  let approver: ChatApprover;

  beforeEach(() => {
    dialog = new RecordingApprover();
    approver = new ChatApprover({ tools: new Set(['tools.files.write']), servers: new Set(['late']) }, dialog);
  });

  it('does not ask again for tools that the confirmation named', async () => {
    assert.deepEqual(await approver.approveRun('', [tool('files', 'write')], signal), { granted: true });
    assert.deepEqual(dialog.asked, []);
  });

  it('does not ask again for tools of a server of which the confirmation said that it may write', async () => {
    await approver.approveRun('', [tool('late', 'send')], signal);
    assert.deepEqual(dialog.asked, []);
  });

  it('asks for the tools that it did not name, and for no others', async () => {
    await approver.approveRun('', [tool('files', 'write'), tool('files', 'move'), tool('late', 'send')], signal);
    assert.deepEqual(dialog.asked, ['run: tools.files.move']);
  });

  it('asks for each call that the script could not name before', async () => {
    await approver.approveCall(tool('late', 'send'), {}, signal);
    assert.deepEqual(dialog.asked, ['call: tools.late.send']);
  });
});
