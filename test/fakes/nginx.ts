// Runs a real nginx on a free port of 127.0.0.1 that passes requests to some servers in turn. The machine must have
// nginx (apt-get install nginx).
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './listen.ts';
import { TemporaryFolder } from './temporaryFolder.ts';

export class Nginx implements AsyncDisposable {
  readonly port: number;
  readonly #process: ChildProcess;
  readonly #folder: TemporaryFolder;

  /**
   * `ports` are those of the servers. A request that was sent to one server is never sent to another. With `ownNames`,
   * each server is addressed by its own name, through a proxy in front of this server alone, as on separate machines.
   */
  static async before(ports: readonly number[], { ownNames = false } = {}): Promise<Nginx> {
    const folder = new TemporaryFolder('code-mode-nginx-');
    const port = await freePort();
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder.path}/${name};`,
    );
    const passing =
      'proxy_http_version 1.1; proxy_buffering off; proxy_read_timeout 1h; client_max_body_size 16m;';
    const beside = await Promise.all(
      ports.map(async (each) => [ownNames ? await freePort() : each, each] as const),
    );
    const proxies = beside.map(
      ([at, to]) =>
        `server { listen 127.0.0.1:${at}; location / { proxy_pass http://127.0.0.1:${to}; ${passing} } }`,
    );
    writeFileSync(
      join(folder.path, 'nginx.conf'),
      `daemon off; worker_processes 1; pid ${folder.path}/pid; error_log ${folder.path}/errors;
      events { worker_connections 512; }
      http {
        access_log off; ${temporary.join(' ')}
        upstream replicas { ${beside.map(([at]) => `server 127.0.0.1:${at};`).join(' ')} }
        server {
          listen 127.0.0.1:${port};
          location / { proxy_pass http://replicas; proxy_set_header Host $http_host; ${passing} }
        }
        ${ownNames ? proxies.join('\n') : ''}
      }`,
    );
    const child = spawn('nginx', ['-c', join(folder.path, 'nginx.conf'), '-e', join(folder.path, 'errors')], {
      stdio: 'inherit',
      // Debian installs nginx outside of the PATH of most users.
      env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
    });
    await once(child, 'spawn');
    const nginx = new Nginx(port, child, folder);
    while (!(await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))) await delay(20);
    return nginx;
  }

  private constructor(port: number, child: ChildProcess, folder: TemporaryFolder) {
    this.port = port;
    this.#process = child;
    this.#folder = folder;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
    this.#folder[Symbol.dispose]();
  }
}
