import assert from 'node:assert/strict';
import { provideSystemPackages, type Machine } from '../../editor/bed/systemPackages.ts';

/** A bare Debian with regard to packages; `refused` are packages that its archive does not have. */
class BareDebian implements Machine {
  readonly ran: string[] = [];
  readonly installed = new Set<string>();
  platform: NodeJS.Platform = 'linux';
  isRoot = true;
  hasSudo = false;
  hasApt = true;
  refused: readonly string[] = [];
  /** True if one of its archives does not answer. */
  updateFails = false;

  has(name: string): boolean {
    return this.installed.has(name);
  }

  run(program: string, args: readonly string[]): Promise<number> {
    if (program === 'sudo' && args.join(' ') === '-n true') return Promise.resolve(this.hasSudo ? 0 : 1);
    this.ran.push([program, ...args].join(' '));
    const names = args.slice(args.indexOf('--no-install-recommends') + 1);
    if (!args.includes('install')) return Promise.resolve(this.updateFails ? 100 : 0);
    if (names.some((name) => this.refused.includes(name))) return Promise.resolve(100);
    for (const name of names) this.installed.add(name);
    return Promise.resolve(0);
  }
}

const apt = 'apt-get -o DPkg::Lock::Timeout=300';
const install = `${apt} install -y -qq --no-install-recommends`;

describe('the system packages of the tests', () => {
  it('are installed by root, at once, what is missing of them', async () => {
    const machine = new BareDebian();
    machine.installed.add('bubblewrap');
    assert.equal(
      await provideSystemPackages(['chromium-headless-shell', 'bubblewrap', 'libkrb5-dev'], machine),
      undefined,
    );
    assert.deepEqual(machine.ran, [`${apt} update -qq`, `${install} chromium-headless-shell libkrb5-dev`]);
  });

  it('are installed with sudo where it asks for no password', async () => {
    const machine = Object.assign(new BareDebian(), { isRoot: false, hasSudo: true });
    assert.equal(await provideSystemPackages(['chromium-headless-shell'], machine), undefined);
    assert.deepEqual(machine.ran, [
      `sudo -n env DEBIAN_FRONTEND=noninteractive ${apt} update -qq`,
      `sudo -n env DEBIAN_FRONTEND=noninteractive ${install} chromium-headless-shell`,
    ]);
  });

  it('are installed although one archive of several does not answer', async () => {
    const machine = Object.assign(new BareDebian(), { updateFails: true });
    assert.equal(await provideSystemPackages(['make'], machine), undefined);
  });

  it('are named in one command to other users', async () => {
    const machine = Object.assign(new BareDebian(), { isRoot: false });
    assert.match(
      (await provideSystemPackages(['chromium-headless-shell', 'make'], machine)) ?? '',
      /: sudo apt-get update && sudo apt-get install -y chromium-headless-shell make$/,
    );
    assert.deepEqual(machine.ran, []);
  });

  it('are installed one by one when the archive has not all of them', async () => {
    const machine = Object.assign(new BareDebian(), { refused: ['chromium-headless-shell'] });
    assert.match(
      (await provideSystemPackages(['chromium-headless-shell', 'make', 'g++'], machine)) ?? '',
      /install -y chromium-headless-shell$/,
    );
    assert.deepEqual([...machine.installed], ['make', 'g++']);
  });

  it('are named as Debian calls them where there is no apt', async () => {
    const machine = Object.assign(new BareDebian(), { hasApt: false });
    assert.match(
      (await provideSystemPackages(['libkrb5-dev'], machine)) ?? '',
      /as Debian calls them: libkrb5-dev$/,
    );
  });

  it('are nothing when all are there', async () => {
    const machine = new BareDebian();
    machine.installed.add('make');
    assert.equal(await provideSystemPackages(['make'], machine), undefined);
    assert.deepEqual(machine.ran, []);
  });

  it('are nothing on Windows and macOS, whose tests need none of them', async () => {
    for (const platform of ['win32', 'darwin'] as const) {
      assert.equal(
        await provideSystemPackages(['make'], Object.assign(new BareDebian(), { platform })),
        undefined,
      );
    }
  });
});
