// The servers of the terminal's tests.
import { EverythingHere } from './everythingHere.ts';
import { realServer } from '../mcp/realServer.ts';

export { config, TestFolder } from './testFolder.ts';

/**
 * A real server, in this process while tests run, so that a command starts nothing for it; in one of its own under Wine, which refuses
 * connections to this machine.
 */
export const everything = process.platform === 'win32' ? realServer('everything', 'stdio') : { url: '' };
export const servers = { servers: { everything } };
/** The same and another real one, which each command starts. */
export const serversWithFiles = { servers: { everything, 'my-files': realServer('filesystem', '${workspaceFolder}') } };
export const configWithFiles = ['--config', 'files.json'];

if ('url' in everything) {
  let server: EverythingHere;
  before(async () => {
    server = await EverythingHere.start();
    everything.url = server.url;
  });
  after(() => server[Symbol.asyncDispose]());
}
