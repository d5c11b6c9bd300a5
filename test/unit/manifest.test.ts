import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { defaultLimits } from '../../src/sandbox/host/sandboxPort.ts';

interface Manifest {
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly languageModelTools: readonly {
      readonly name: string;
      readonly toolReferenceName: string;
      readonly modelDescription: string;
    }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default: unknown; readonly scope: string }>> };
  };
}

const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
const manifest = JSON.parse(text) as Manifest;
const settings = manifest.contributes.configuration.properties;

describe('the manifest', () => {
  it('teaches executeCode in at most 350 tokens', () => {
    const tool = manifest.contributes.languageModelTools.find(({ name }) => name === 'executeCode');
    assert.ok(tool && countTokens(tool.modelDescription) <= 350);
  });

  it('refers to each tool by its own name', () => {
    for (const { name, toolReferenceName } of manifest.contributes.languageModelTools) assert.equal(toolReferenceName, name);
  });

  it('has a setting for every limit, with the default of the code', () => {
    for (const [key, value] of Object.entries(defaultLimits)) assert.equal(settings[`codeMode.limits.${key}`]?.default, value, key);
  });

  it('lets a workspace set exclusions and the type check, and nothing that weakens the sandbox', () => {
    const settable = Object.keys(settings).filter((key) => settings[key]?.scope !== 'machine');
    assert.deepEqual(settable, ['codeMode.excludedTools', 'codeMode.typeCheck']);
  });

  it('uses no proposed API', () => {
    assert.doesNotMatch(text, /enabledApiProposals/);
  });

  it('compiles against the oldest VS Code it admits', () => {
    const types = manifest.devDependencies['@types/vscode'] ?? '';
    assert.match(types, /^\d/);
    assert.equal(manifest.engines.vscode, `^${types.replace(/\.\d+$/, '.0')}`);
  });
});
