import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { chmod, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { makeSocketFolder, removeStaleSockets } from '../../../src/serve/socketFolder.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';

/** Paths of sockets are short. */
const place = () => new TemporaryFolder('cm-');

const onUnix = (tests: () => void) =>
  process.platform === 'win32' ? undefined : describe('the folder of a socket', tests);

onUnix(() => {
  it('can be entered by nobody else', async () => {
    using temporary = place();
    await chmod(temporary.path, 0o777);
    const folder = await makeSocketFolder([temporary.path]);
    assert.ok(folder);
    assert.equal(statSync(dirname(folder.socket)).mode & 0o777, 0o700);
  });

  it('is where its path is short enough, or nowhere', async () => {
    using temporary = place();
    const far = join(temporary.path, 'x'.repeat(100));
    assert.equal(await makeSocketFolder([far]), undefined);
    const folder = await makeSocketFolder([far, join(temporary.path, 'missing'), temporary.path]);
    assert.ok(folder);
    assert.ok(folder.socket.startsWith(temporary.path));
    assert.ok(Buffer.byteLength(folder.socket) <= 103);
  });

  it('is another one each time', async () => {
    using temporary = place();
    const [first, second] = await Promise.all([
      makeSocketFolder([temporary.path]),
      makeSocketFolder([temporary.path]),
    ]);
    assert.notEqual(first?.socket, second?.socket);
  });

  it('is removed after its process was killed', async () => {
    using temporary = place();
    const folder = await makeSocketFolder([temporary.path]);
    assert.ok(folder);
    const listener = fork(join(import.meta.dirname, '../../fakes/socketListener.mjs'), [folder.socket]);
    await once(listener, 'message');
    await removeStaleSockets([temporary.path]);
    assert.ok(existsSync(folder.socket), 'It was removed although somebody listens.');
    listener.kill('SIGKILL');
    await once(listener, 'exit');
    await removeStaleSockets([temporary.path]);
    assert.ok(!existsSync(dirname(folder.socket)));
  });

  it('is removed however many folders of others stand before it', async () => {
    using temporary = place();
    for (let n = 100; n < 200; n++) {
      // As another user's: open to others.
      mkdirSync(join(temporary.path, `code-mode-socket-000${n}`), { mode: 0o755 });
    }
    const folder = await makeSocketFolder([temporary.path]);
    assert.ok(folder);
    const listener = fork(join(import.meta.dirname, '../../fakes/socketListener.mjs'), [folder.socket]);
    await once(listener, 'message');
    listener.kill('SIGKILL');
    await once(listener, 'exit');
    await removeStaleSockets([temporary.path]);
    assert.ok(!existsSync(dirname(folder.socket)));
  });

  it('leaves what others listen at, and what only looks like one', async () => {
    using temporary = place();
    const folder = await makeSocketFolder([temporary.path]);
    const empty = await makeSocketFolder([temporary.path]);
    assert.ok(folder && empty);
    const server = createServer().listen(folder.socket);
    await once(server, 'listening');
    const link = join(temporary.path, 'code-mode-socket-link');
    await symlink(dirname(empty.socket), link);
    await removeStaleSockets([temporary.path]);
    assert.ok(existsSync(folder.socket) && existsSync(dirname(empty.socket)) && existsSync(link));
    server.close();
  });
});
