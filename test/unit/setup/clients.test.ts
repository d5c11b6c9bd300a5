import assert from 'node:assert/strict';
import { isAbsolute } from 'node:path';
import { clientIds, clientsAt, type ClientId, type ClientPlaces } from '../../../src/setup/clients.ts';

describe('the MCP clients of a machine', () => {
  const filesOf = (id: ClientId, places: Partial<ClientPlaces> = {}) => {
    const all = clientsAt({ env: {}, home: '/home/ann', platform: 'linux', folder: '/project', ...places });
    return all.find((client) => client.id === id)?.files.map((file) => file.replaceAll('\\', '/'));
  };

  it('are those that the command line knows', () => {
    const ids = clientsAt({ env: {}, home: '/home/ann', platform: 'linux', folder: '/project' }).map(
      ({ id }) => id,
    );
    assert.deepEqual(ids, [...clientIds]);
  });

  const places: readonly (readonly [ClientId, string, Partial<ClientPlaces>])[] = [
    ['vscode', '/home/ann/.config/Code/User/mcp.json', {}],
    ['vscode', '/x/Code/User/mcp.json', { env: { XDG_CONFIG_HOME: '/x' } }],
    ['vscode', '/home/ann/Library/Application Support/Code/User/mcp.json', { platform: 'darwin' }],
    [
      'vscode-insiders',
      '/roaming/Code - Insiders/User/mcp.json',
      { platform: 'win32', env: { APPDATA: '/roaming' } },
    ],
    ['claude-code', '/home/ann/.claude.json', {}],
    ['claude-code', '/c/.claude.json', { env: { CLAUDE_CONFIG_DIR: '/c' } }],
    [
      'claude-desktop',
      '/home/ann/Library/Application Support/Claude/claude_desktop_config.json',
      { platform: 'darwin' },
    ],
    ['cursor', '/home/ann/.cursor/mcp.json', { platform: 'win32' }],
    ['codex', '/home/ann/.codex/config.toml', {}],
    ['codex', '/c/config.toml', { env: { CODEX_HOME: '/c' } }],
    ['copilot-cli', '/home/ann/.copilot/mcp-config.json', {}],
    ['copilot-cli', '/c/mcp-config.json', { env: { COPILOT_HOME: '/c' } }],
    ['gemini-cli', '/home/ann/.gemini/settings.json', {}],
    ['gemini-cli', '/g/.gemini/settings.json', { env: { GEMINI_CLI_HOME: '/g' } }],
    ['opencode', '/home/ann/.config/opencode/opencode.json', { platform: 'darwin' }],
    ['vscode-workspace', '/project/.vscode/mcp.json', {}],
    ['claude-code-project', '/project/.mcp.json', {}],
  ];
  for (const [id, file, where] of places) {
    it(`has ${id} at ${file}`, () => assert.equal(filesOf(id, where)?.[0], file));
  }

  it('has the file of a packaged Claude Desktop on Windows before that of the older installer', () => {
    assert.deepEqual(
      filesOf('claude-desktop', { platform: 'win32', env: { LOCALAPPDATA: '/local', APPDATA: '/roaming' } }),
      [
        '/local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json',
        '/roaming/Claude/claude_desktop_config.json',
      ],
    );
  });

  it('follows no variable that is relative', () => {
    assert.ok(filesOf('codex', { env: { CODEX_HOME: 'here' } })?.every((file) => isAbsolute(file)));
  });
});
