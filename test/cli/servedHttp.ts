// Starts `code-mode serve --http` and waits until it prints its address; in this process, or in one of its own for
// tests of its end.
import { readFile } from 'node:fs/promises';
import { config, type Finished, type TestFolder } from './testFolder.ts';

export interface ServedHttp {
  readonly url: string;
  readonly tokenFile: string;
  readonly token: string;
  /** Resolves with the output of the command. */
  readonly end: () => Promise<Finished>;
}

const served = /Serving MCP at (\S+)\.\s[^]*\sis\s+in\s+(\S+)\.\n/;
const lineOf = (port: number, options: readonly string[]) => [
  'serve',
  '--http',
  '--port',
  String(port),
  ...options,
];

export async function serveHttp(folder: TestFolder, port = 0, options = config): Promise<ServedHttp> {
  const command = folder.begin(lineOf(port, options));
  const [, url = '', tokenFile = ''] = await command.says(served);
  const end = () => {
    command.interrupt();
    return command.ended;
  };
  return { url, tokenFile, token: await tokenIn(tokenFile), end };
}

export async function spawnServeHttp(
  folder: TestFolder,
  options = config,
): Promise<ServedHttp & { readonly pid: number }> {
  const { child, ended } = folder.start(lineOf(0, options));
  const { promise, resolve, reject } = Promise.withResolvers<readonly [url: string, tokenFile: string]>();
  let said = '';
  child.stderr.on('data', (text: string) => {
    said += text;
    const [, url, tokenFile] = served.exec(said) ?? [];
    if (url !== undefined && tokenFile !== undefined) resolve([url, tokenFile]);
  });
  child.once('close', () => reject(new Error(said)));
  const [url, tokenFile] = await promise;
  const end = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { url, tokenFile, token: await tokenIn(tokenFile), pid: child.pid ?? 0, end };
}

async function tokenIn(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).trim();
}
