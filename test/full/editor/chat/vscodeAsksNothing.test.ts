// Chats and profiles in which VS Code lets everything pass: what VS Code has allowed counts for nothing.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { ApprovalQuestion } from '../../../editor/bed/approvalQuestion.ts';
import { ScriptedChat } from '../../../editor/bed/scriptedChat.ts';

describe('a script of a chat in which VS Code asks nothing', () => {
  let scripts: ScriptedChat;
  const write = (name: string) =>
    `return await tools.filesystem.writeFile({ path: ${JSON.stringify(scripts.path(name))}, content: "written" });`;

  before(
    async () =>
      void (scripts = await ScriptedChat.open({ settings: { 'codeMode.approvals.timeoutSeconds': 5 } })),
  );

  afterEach(async () => {
    await scripts.chat.newChat();
  });

  for (const level of ['Allow all', 'Autopilot']) {
    it(`by its permissions (${level}) is asked for all the same, and refused when no answer comes`, async () => {
      await scripts.chat.permit(level);
      const { result } = await scripts.start(write('permitted'));
      const question = await ApprovalQuestion.open(scripts.session.window.page);
      assert.match(await result, /The user did not answer.*Next: Tell the user/s);
      await question.isGone();
      assert.ok(!existsSync(scripts.path('permitted')));
    });
  }
});

describe('a script of a chat whose user has turned chat.tools.global.autoApprove on', () => {
  it('is asked for all the same', async () => {
    const scripts = await ScriptedChat.open({ settings: { 'chat.tools.global.autoApprove': true } });
    const path = JSON.stringify(scripts.path('approved'));
    await scripts.asked(
      `return await tools.filesystem.writeFile({ path: ${path}, content: "written" });`,
      "Don't Run",
    );
    assert.ok(!existsSync(scripts.path('approved')));
  });
});
