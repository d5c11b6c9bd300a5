import assert from 'node:assert/strict';
import { join } from 'node:path';
import {
  defaultProfileFile,
  otherToolsFiles,
  placesInOrder,
} from '../../../../src/mcp/definitions/definitionPlaces.ts';

const home = join('/', 'home', 'ada');

describe('the places of a person’s own definitions', () => {
  const profiles: readonly (readonly [NodeJS.Platform, Record<string, string>, string])[] = [
    ['linux', {}, join(home, '.config')],
    ['linux', { XDG_CONFIG_HOME: join(home, 'xdg') }, join(home, 'xdg')],
    ['linux', { XDG_CONFIG_HOME: 'in-a-repository' }, join(home, '.config')],
    ['darwin', {}, join(home, 'Library', 'Application Support')],
    ['win32', { APPDATA: join(home, 'Roaming') }, join(home, 'Roaming')],
  ];
  for (const [platform, env, folder] of profiles) {
    it(`are under ${folder} on ${platform} with ${JSON.stringify(env)}`, () => {
      assert.equal(
        defaultProfileFile({ env, home, platform }).path,
        join(folder, 'Code', 'User', 'mcp.json'),
      );
    });
  }

  it('of other tools are those that VS Code can discover', () => {
    const paths = otherToolsFiles({ env: {}, home, platform: 'linux' }).map(({ path }) => path);
    assert.deepEqual(paths, [
      join(home, '.config', 'Claude', 'claude_desktop_config.json'),
      join(home, '.codeium', 'windsurf', 'mcp_config.json'),
      join(home, '.copilot', 'mcp-config.json'),
      join(home, '.cursor', 'mcp.json'),
    ]);
  });

  it('of other tools are only those that are wanted', () => {
    const files = otherToolsFiles({ env: {}, home, platform: 'linux' }, (tool) => tool === 'windsurf');
    assert.deepEqual(
      files.map(({ path }) => path),
      [join(home, '.codeium', 'windsurf', 'mcp_config.json')],
    );
  });

  it('of Copilot CLI are where COPILOT_HOME says', () => {
    const paths = otherToolsFiles({
      env: { COPILOT_HOME: join('/', 'copilot') },
      home,
      platform: 'linux',
    }).map(({ path }) => path);
    assert.ok(paths.includes(join('/', 'copilot', 'mcp-config.json')));
  });
});

describe('placesInOrder', () => {
  const workspace = [{ path: '/w/.mcp.json', format: 'mcpJson' }] as const;
  const own = [{ path: '/home/ada/mcp.json', format: 'vscode' }] as const;

  it('puts the workspace first', () => {
    assert.deepEqual(placesInOrder(workspace, own, true), [...workspace, ...own]);
  });

  it('puts a workspace that is not trusted last, and says so', () => {
    assert.deepEqual(placesInOrder(workspace, own, false), [...own, { ...workspace[0], distrusted: true }]);
  });
});
