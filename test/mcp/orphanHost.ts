// A host of servers for a test that ends the host. Starts each named behaviour of the scripted server and prints the
// process ids. At the end of its stdin it closes the servers and exits.
import { once } from 'node:events';
import { faultServer } from '../fakes/faultServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';

const [how, ...behaviours] = process.argv.slice(2);
const servers = behaviours.map((behaviour) => [behaviour, faultServer(behaviour)]);
const workspace = await McpWorkspace.create(Object.fromEntries(servers) as object, {
  stdinGraceMs: 300,
  termGraceMs: 300,
});
const answers = await Promise.all(behaviours.map((behaviour) => workspace.structured(behaviour, 'pid')));
process.stdout.write(`${answers.map(({ pid }) => Number(pid)).join(' ')}\n`);
if (how === 'exit') process.exit();
await once(process.stdin.resume(), 'end');
await workspace.dispose();
