// Starts `code-mode proxy` in this process and waits until it prints its address.
import type { Finished, TestFolder } from './testFolder.ts';

export interface StartedProxy {
  /** Ends in `/v1`. */
  readonly url: string;
  /** Resolves with the output of the command. */
  readonly end: () => Promise<Finished>;
}

export async function startProxy(
  folder: TestFolder,
  upstream: string,
  more: readonly string[] = [],
): Promise<StartedProxy> {
  const command = folder.begin(['proxy', '--upstream', upstream, '--port', '0', ...more], {
    CODE_MODE_DEBUG: '1',
  });
  const [, url = ''] = await command.says(/Chat\s+completions\s+at\s+(\S+\/v1),/);
  const end = () => {
    command.interrupt();
    return command.ended;
  };
  return { url, end };
}
