// Tests the start of a process on other systems: no shell on Windows, and none of the user's variables in the
// environment.
import assert from 'node:assert/strict';
import { asNode, commandLine } from '../../../src/sandbox/supervisor/commandLine.ts';

const shape = { heapMb: 64, cpuMs: 1_000, timeZone: 'Asia/Tokyo' };
const on = (platform: NodeJS.Platform) =>
  commandLine('C:\\Program Files\\nodejs\\node.exe', shape, { platform });

describe('the command line of a sandbox process', () => {
  it('has no shell on Windows, although there is something at the path of one', () => {
    assert.equal(on('win32').command, 'C:\\Program Files\\nodejs\\node.exe');
    assert.equal(on('linux').command, '/bin/sh');
  });

  it('leaves out no variable that libuv would add of the user on Windows', () => {
    // `required_vars` of libuv's src/win/process.c.
    const added = [
      'HOMEDRIVE',
      'HOMEPATH',
      'LOGONSERVER',
      'PATH',
      'SYSTEMDRIVE',
      'SYSTEMROOT',
      'TEMP',
      'USERDOMAIN',
      'USERNAME',
      'USERPROFILE',
      'WINDIR',
    ];
    assert.deepEqual(Object.keys(on('win32').env).sort(), [...added, 'TZ'].sort());
  });

  it('says nothing of the user in these', () => {
    const own = {
      USERNAME: 'ann',
      USERPROFILE: 'C:\\Users\\ann',
      PATH: 'C:\\own',
      TEMP: 'C:\\Users\\ann\\Temp',
      SystemRoot: 'D:\\Windows',
    };
    const before = { ...process.env };
    Object.assign(process.env, own);
    const { env } = on('win32');
    for (const name of Object.keys(own)) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[name];
    }
    assert.doesNotMatch(JSON.stringify(env), /ann|own/);
    assert.deepEqual(
      [env['SYSTEMROOT'], env['SYSTEMDRIVE'], env['PATH']],
      ['D:\\Windows', 'D:', 'D:\\Windows\\System32'],
    );
  });

  it('gives the time zone and nothing else elsewhere', () => {
    for (const platform of ['linux', 'darwin'] as const)
      assert.deepEqual(on(platform).env, { TZ: 'Asia/Tokyo' });
  });

  it('makes Electron a Node that reads no archives', () => {
    assert.deepEqual(asNode({ electron: '39.0.0' }), { ELECTRON_RUN_AS_NODE: '1', ELECTRON_NO_ASAR: '1' });
    assert.deepEqual(asNode({}), {});
  });
});
