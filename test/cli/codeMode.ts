// The servers of the terminal's tests.
import { EverythingHere } from './everythingHere.ts';
import { realServer } from '../mcp/realServer.ts';

export { config, TestFolder } from './testFolder.ts';

/**
 * A real server that runs in this process, so that a command starts nothing for it. Under Wine, which refuses
 * connections to this machine, it has a process of its own.
 */
export const everything = process.platform === 'win32' ? realServer('everything', 'stdio') : { url: '' };
export const servers = { servers: { everything } };
/** The same server and another real one, which each command starts. */
export const serversWithFiles = {
  servers: { everything, 'my-files': realServer('filesystem', '${workspaceFolder}') },
};
export const configWithFiles = ['--config', 'files.json'];

if ('url' in everything) {
  let server: EverythingHere;
  before(async () => {
    server = await EverythingHere.start();
    everything.url = server.url;
  });
  after(() => server[Symbol.asyncDispose]());
}
