// `code-mode proxy` in a process of its own, as far as it says where it is.
import type { TestFolder } from './testFolder.ts';

export interface StartedProxy {
  /** Ends in `/v1`. */
  readonly url: string;
  /** Resolves with what the command printed. */
  readonly end: () => Promise<Awaited<ReturnType<TestFolder['start']>['ended']>>;
}

export async function startProxy(folder: TestFolder, upstream: string, more: readonly string[] = []): Promise<StartedProxy> {
  const { child, ended } = folder.start(['proxy', '--upstream', upstream, '--port', '0', ...more], { CODE_MODE_DEBUG: '1' });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = '';
  child.stderr.on('data', (text: string) => {
    said += text;
    const [, url] = /Chat\s+completions\s+at\s+(\S+\/v1),/.exec(said) ?? [];
    if (url !== undefined) resolve(url);
  });
  child.once('close', () => reject(new Error(said)));
  const url = await promise;
  const end = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { url, end };
}
