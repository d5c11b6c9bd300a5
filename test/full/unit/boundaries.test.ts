// The map of .dependency-cruiser.mjs, tried on a tree of planted imports. `npm run lint` holds the project itself to
// the map; this test shows that the map forbids what it is there to forbid.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';

const root = join(import.meta.dirname, '../../..');
const { default: map } = (await import(join(root, '.dependency-cruiser.mjs'))) as { default: HouseMap };

interface HouseMap {
  readonly forbidden: NonNullable<NonNullable<ICruiseOptions['ruleSet']>['forbidden']>;
  readonly options: ICruiseOptions;
}

/** Returns the imports below `folder` that the map forbids, as `from → to`. */
async function violations(folder: string): Promise<readonly string[]> {
  const { output } = await cruise(['src'], {
    ...map.options,
    baseDir: folder,
    validate: true,
    ruleSet: { forbidden: map.forbidden },
  });
  return (output as ICruiseResult).summary.violations.map(({ from, to }) => `${from} → ${to}`);
}

describe('the rooms', function () {
  this.timeout(300_000);

  const planted: readonly (readonly [room: string, file: string, imported: string])[] = [
    ['the engine', 'src/engine/executeScript.ts', 'vscode'],
    ['the engine', 'src/engine/createEngine.ts', '../mcp/source/mcpToolSource.ts'],
    ['the engine', 'src/engine/calls/callPipeline.ts', '../../sandbox/supervisor/main.ts'],
    ['the terminal', 'src/cli/commands/run.ts', 'vscode'],
    ['the terminal', 'src/cli/commands/tools.ts', '../../vscode/editorSession.ts'],
    ['the catalog', 'src/catalog/catalog.ts', '../mcp/source/mcpToolSource.ts'],
    ['the declarations', 'src/declarations/declarations.ts', '../catalog/catalog.ts'],
    ['the guest', 'src/sandbox/guest/main.ts', '../host/sandbox.ts'],
    ['the supervisor', 'src/sandbox/supervisor/supervisor.ts', '../../catalog/catalog.ts'],
    ['the protocol', 'src/sandbox/protocol/messages.ts', '../host/sandbox.ts'],
    ['the extension', 'src/vscode/settings.ts', '../extension.ts'],
    ['the runs of the editor', 'src/vscode/runs/editorRuns.ts', '../recorded/recordedRuns.ts'],
    ['the workspace tools', 'src/workspace/pathGuard.ts', 'vscode'],
    ['the workspace tools', 'src/workspace/glob.ts', '../engine/executeScript.ts'],
    ['the protocol of MCP', 'src/mcp/protocol/secrets.ts', '../session/session.ts'],
    ['a transport', 'src/mcp/transport/http/webRequests.ts', '../../session/session.ts'],
    ['the definitions', 'src/mcp/definitions/resolveInputs.ts', '../transport/stdio/orphanGuard.ts'],
    ['a connection', 'src/mcp/connection/serverConnection.ts', '../source/mcpToolSource.ts'],
    ['a page', 'src/vscode/pages/run/main.ts', '../../../engine/index.ts'],
    ['a page', 'src/vscode/pages/run/head.ts', '../../../journal/index.ts'],
    ['a page', 'src/vscode/pages/run/waterfall.ts', '../../runs/editorRuns.ts'],
    ['the plugin of TypeScript', 'src/vscode/typescriptPlugin/toolNames.ts', '../../mcp/index.ts'],
    ['another room', 'src/serve/toolDefinitions.ts', '../engine/executeScript.ts'],
    ['the room around another', 'src/engine/executeScript.ts', './stores/resultStore.ts'],
    ['a source', 'src/engine/stores/resultStore.ts', '../../../test/fakes/testEngine.ts'],
    ['a folder that is no room', 'src/elsewhere/file.ts', '../text/plainText.ts'],
  ];
  const below = join('src/engine/find/toolFinder.ts');
  let folder: string;
  let found: readonly string[];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'code-mode-map-'));
    const texts = new Map<string, string>();
    const plant = (file: string, imported: string, how: string) => {
      texts.set(file, `${how} from '${imported}';\n${texts.get(file) ?? ''}`);
      if (imported.startsWith('.'))
        texts.set(join(dirname(file), imported), texts.get(join(dirname(file), imported)) ?? 'export {};\n');
    };
    for (const [, file, imported] of planted) plant(file, imported, 'import * as planted');
    plant(below, '../../base/text/plainText.ts', 'export type { Text }');
    plant(below, '../../catalog/index.ts', 'export type { Tool }');
    plant('src/text/one.ts', './other.ts', 'import type { Other }');
    plant('src/text/other.ts', './one.ts', 'import type { One }');
    texts.set('src/checker/lazy.ts', `export const lazy = () => import('../engine/executeScript.ts');\n`);
    for (const [file, text] of texts) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    found = await violations(folder);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [room, file, imported] of planted) {
    it(`keep ${room} from importing ${imported}`, () => {
      const to = imported.startsWith('.') ? join(dirname(file), imported) : imported;
      assert.ok(found.includes(`${file} → ${to}`), found.join('\n'));
    });
  }

  it('keep what is imported only when it is needed to the same map', () => {
    assert.ok(found.includes('src/checker/lazy.ts → src/engine/executeScript.ts'), found.join('\n'));
  });

  it('have no circle of files, types alone included', () => {
    assert.ok(found.includes('src/text/one.ts → src/text/other.ts'), found.join('\n'));
  });

  it('let the engine import what is below it', () => {
    assert.deepEqual(
      found.filter((violation) => violation.startsWith(below)),
      [],
    );
  });
});
