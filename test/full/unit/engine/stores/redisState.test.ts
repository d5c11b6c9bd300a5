import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { RedisState } from '../../../../../src/engine/stores/redisState.ts';
import { SharedStateError } from '../../../../../src/engine/stores/sharedStateError.ts';
import { readStateUrl } from '../../../../../src/engine/stores/stateUrl.ts';
import { freePort } from '../../../../fakes/listen.ts';
import { RedisServer } from '../../../../fakes/redisServer.ts';

describe('RedisState', () => {
  let server: RedisServer;
  const opened: RedisState[] = [];
  const logged: string[] = [];
  const heard = new EventTarget();
  const log = (line: string) => {
    logged.push(line);
    heard.dispatchEvent(new Event('line'));
  };
  const connect = async (url = server.url()) => {
    const state = await RedisState.connect(url, log);
    opened.push(state);
    return state;
  };
  const message = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => assert.fail('it succeeded'),
      (error: unknown) => {
        assert.ok(error instanceof SharedStateError, String(error));
        return error.message;
      },
    );

  before(async () => {
    server = await RedisServer.start({ password: 'p@ss:word' });
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((state) => state.close()));
    logged.length = 0;
  });
  after(() => server[Symbol.asyncDispose]());

  it('gives all replicas the same secret of 32 bytes', async () => {
    const [a, b] = await Promise.all([connect(), connect()]);
    const [first, second] = await Promise.all([a.secret(), b.secret()]);
    assert.equal(first.length, 32);
    assert.deepEqual(first, second);
  });

  it('lets one of all replicas be the first', async () => {
    const [a, b] = await Promise.all([connect(), connect()]);
    const answers = await Promise.all([a, b, a, b].map((state) => state.once('spent', 60_000)));
    assert.deepEqual(answers.filter(Boolean), [true]);
  });

  it('sends texts to whoever receives under a name, until that ends', async () => {
    const [a, b] = await Promise.all([connect(), connect()]);
    assert.equal(await a.send('somebody', 'unheard'), false);
    const { promise: text, resolve } = Promise.withResolvers<string>();
    const stop = await b.receive('somebody', resolve);
    assert.equal(await a.send('somebody', 'Grüße'), true);
    assert.equal(await text, 'Grüße');
    await stop();
    assert.equal(await a.send('somebody', 'unheard'), false);
  });

  it('answers commands while it receives', async () => {
    const state = await connect();
    await state.receive('somebody', () => undefined);
    assert.equal(await state.once('while receiving', 1_000), true);
  });

  it('keeps deployments with databases of their own apart', async () => {
    const [a, b] = await Promise.all([connect(server.url(1)), connect(server.url(2))]);
    await b.receive('somebody', () => undefined);
    assert.equal(await a.send('somebody', 'x'), false);
    assert.deepEqual(await Promise.all([a.once('one', 1_000), b.once('one', 1_000)]), [true, true]);
  });

  it('names its keys so that others can share the server', async () => {
    const state = await connect(server.url(3));
    await state.secret();
    await state.once('x', 60_000);
    const keys = await state.ask((redis) => redis.keys('*'));
    assert.ok(keys.length === 2 && keys.every((key) => key.startsWith('code-mode:')), keys.join());
  });

  it('says that nothing answers at the address, and what to do', async () => {
    const text = await message(RedisState.connect(`redis://:hunter2@127.0.0.1:${await freePort()}/0`, log));
    assert.match(
      text,
      /^The shared state at redis:\/\/:\*\*\*@127\.0\.0\.1:\d+\/0 cannot be used \(.*ECONNREFUSED.*\)\. Start Valkey or Redis/,
    );
    assert.doesNotMatch(text, /hunter2/);
  });

  it('says that the password is wrong without repeating it', async () => {
    const text = await message(RedisState.connect(`redis://:hunter2@127.0.0.1:${server.port}/0`, log));
    assert.match(text, /WRONGPASS/);
    assert.doesNotMatch(text, /hunter2/);
  });

  it('refuses what is no address of a database, and never shows a password', () => {
    for (const url of [
      '',
      'localhost',
      'http://h/0',
      'redis:///0',
      'redis://h/x',
      'redis://h/0?a=1',
      'redis://u:%zz@h/0',
    ]) {
      assert.equal(readStateUrl(url), undefined, url);
    }
    assert.deepEqual(readStateUrl('rediss://me:pass@[::1]:7000/12'), {
      url: 'rediss://me:pass@[::1]:7000/12',
      shown: 'rediss://me:***@[::1]:7000/12',
      database: 12,
    });
    assert.equal(readStateUrl('redis://h')?.database, 0);
  });

  it('gives up on a server that takes the connection and says nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    const sockets: Socket[] = [];
    silent.on('connection', (socket) => sockets.push(socket.on('error', () => undefined)));
    await once(silent, 'listening');
    const text = await message(
      RedisState.connect(`redis://127.0.0.1:${(silent.address() as AddressInfo).port}`, log),
    );
    assert.match(text, /no answer within 4 s/);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('fails commands while the server is away, and goes on when it is back', async () => {
    const own = await RedisServer.start();
    const state = await connect(own.url());
    const { promise: text, resolve } = Promise.withResolvers<string>();
    await state.receive('somebody', resolve);
    const lost = once(heard, 'line');
    await own[Symbol.asyncDispose]();
    await lost;
    assert.match(
      await message(state.once('x', 1_000)),
      /^The shared state at redis:\/\/127\.0\.0\.1:\d+\/0 cannot be reached/,
    );
    const found = once(heard, 'line');
    await using _again = await RedisServer.start({ port: own.port });
    await found;
    assert.equal(await state.send('somebody', 'back'), true);
    assert.equal(await text, 'back');
    assert.equal(logged.length, 2, logged.join('\n'));
    await state.close();
  });

  it('fails a command whose answer does not come', async () => {
    await using own = await RedisServer.start();
    const state = await connect(own.url());
    own.sleep();
    assert.match(await message(state.secret()), /cannot be reached \(no answer within 4 s\)/);
    own.wake();
  });

  it('closes also while the server is away', async () => {
    const own = await RedisServer.start();
    const state = await connect(own.url());
    const lost = once(heard, 'line');
    await own[Symbol.asyncDispose]();
    await lost;
    await state.close();
  });
});
