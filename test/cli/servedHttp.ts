// `code-mode serve --http` in a process of its own, as far as it says where it is.
import { readFile } from 'node:fs/promises';
import { config, type TestFolder } from './testFolder.ts';

export interface ServedHttp {
  readonly url: string;
  readonly tokenFile: string;
  readonly token: string;
  readonly pid: number;
  /** Resolves with what the command printed. */
  readonly end: () => Promise<Awaited<ReturnType<TestFolder['start']>['ended']>>;
}

export async function serveHttp(folder: TestFolder, port = 0, options = config): Promise<ServedHttp> {
  const { child, ended } = folder.start(['serve', '--http', '--port', String(port), ...options]);
  const { promise, resolve, reject } = Promise.withResolvers<readonly [url: string, tokenFile: string]>();
  let said = '';
  child.stderr.on('data', (text: string) => {
    said += text;
    const [, url, tokenFile] = /Serving MCP at (\S+)\.\s[^]*\sis\s+in\s+(\S+)\.\n/.exec(said) ?? [];
    if (url !== undefined && tokenFile !== undefined) resolve([url, tokenFile]);
  });
  child.once('close', () => reject(new Error(said)));
  const [url, tokenFile] = await promise;
  const token = (await readFile(tokenFile, 'utf8')).trim();
  const end = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { url, tokenFile, token, pid: child.pid ?? 0, end };
}
