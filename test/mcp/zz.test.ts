import { askingServer } from '../fakes/askingServer.ts';
import { ScriptedPerson } from '../fakes/scriptedPerson.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
it('x', async () => {
  const person = new ScriptedPerson();
  const workspace = await McpWorkspace.create({ asking: askingServer() }, {}, { personInCall: { elicitation: person } });
  person.page = () => ({ action: 'accept' });
  const page = { mode: 'url', message: 'Sign in', elicitationId: 'e1', url: 'https://example.com/sign-in' };
  const elicitations = Array.from({ length: 4 }, () => page);
  const c = new AbortController();
  const hanging = workspace.source.callTool('asking', 'hang', {}, c);
  for (let i = 0; i < 4; i++) {
    console.log(JSON.stringify(await workspace.source.callTool('asking', 'gated', { elicitations, times: 90 }, { signal: new AbortController().signal })), person.questions.length);
  }
  c.abort(); console.log(JSON.stringify(await hanging)); console.log(workspace.log);
  await workspace.dispose();
});
