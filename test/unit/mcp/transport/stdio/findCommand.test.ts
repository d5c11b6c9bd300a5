import assert from 'node:assert/strict';
import { findCommand } from '../../../../../src/mcp/transport/stdio/findCommand.ts';

const npx = String.raw`C:\Program Files\nodejs\npx.cmd`;
const inFolder = String.raw`C:\repo\npx.cmd`;
const cwd = String.raw`C:\repo`;

describe('findCommand', () => {
  /** Among these files, whose names have no case on Windows. */
  const find = async (command: string, env: Record<string, string>, ...files: readonly string[]) => {
    const isFile = (path: string) =>
      Promise.resolve(files.some((file) => file.toLowerCase() === path.toLowerCase()));
    const found = await findCommand(command, { cwd, env, platform: 'win32', isFile });
    return files.find((file) => file.toLowerCase() === found?.toLowerCase()) ?? found;
  };
  const path = { Path: String.raw`C:\Windows;C:\Program Files\nodejs` };

  it('takes a program of the PATH before one of the same name in the current folder', async () => {
    assert.equal(await find('npx', path, inFolder, npx), npx);
  });

  it('takes one of the current folder where the PATH has none', async () => {
    assert.equal(await find('npx', path, inFolder), inFolder);
  });

  it('finds nothing where there is none', async () => {
    assert.deepEqual(
      [await find('npx', path), await find(npx, path), await find('./npx', path)],
      [undefined, undefined, undefined],
    );
  });

  it('tries the endings of PATHEXT in their order', async () => {
    const [exe, cmd] = [String.raw`C:\Windows\geo.exe`, String.raw`C:\Windows\geo.cmd`];
    assert.equal(await find('geo', { ...path, PATHEXT: '.CMD;.EXE' }, exe, cmd), cmd);
  });

  it('takes .exe before .cmd where there is no PATHEXT', async () => {
    const [exe, cmd] = [String.raw`C:\Windows\geo.exe`, String.raw`C:\Windows\geo.cmd`];
    assert.equal(await find('geo', path, cmd, exe), exe);
  });

  it('takes a name with its ending as it is', async () => {
    assert.equal(await find('npx.cmd', path, inFolder, npx), npx);
  });

  it('takes the first folder of the PATH that has it', async () => {
    const first = String.raw`C:\Windows\npx.exe`;
    assert.equal(await find('npx', path, npx, first), first);
  });

  it('reads folders in quotes, and passes over empty ones and those that are relative', async () => {
    const env = { PATH: String.raw`;.;bin;"C:\Program Files\nodejs"` };
    assert.equal(await find('npx', env, inFolder, String.raw`C:\repo\bin\npx.cmd`, npx), npx);
  });

  it('takes a script without an ending only where no program has the name', async () => {
    const script = String.raw`C:\Program Files\nodejs\npx`;
    assert.equal(await find('npx', path, script, npx), npx);
    assert.equal(await find('npx', path, script), script);
  });

  it('takes a program before a script without an ending in an earlier folder', async () => {
    assert.equal(await find('npx', path, String.raw`C:\Windows\npx`, npx), npx);
  });

  it('takes a path from the folder in which the program is to run', async () => {
    const script = String.raw`C:\repo\bin\npx.cmd`;
    for (const written of [String.raw`.\bin\npx`, 'bin/npx.cmd', script])
      assert.equal(await find(written, path, script, npx), script);
  });

  it('leaves every command to a system that looks into the PATH alone', async () => {
    const search = {
      cwd: '/repo',
      env: { PATH: '/bin' },
      platform: 'linux',
      isFile: () => Promise.resolve(false),
    } as const;
    assert.equal(await findCommand('npx', search), 'npx');
  });
});
