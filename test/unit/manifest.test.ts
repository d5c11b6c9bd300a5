import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { isLimit, limitBounds } from '../../src/sandbox/host/limitBounds.ts';
import { defaultLimits } from '../../src/sandbox/host/sandboxPort.ts';
import { engineChoices, osConfinementModes } from '../../src/sandbox/protocol/sandboxOptions.ts';
import { agentInstructionTokens } from '../../src/vscode/usage/agent.ts';
import { ownTools } from '../../src/vscode/editorTools/editorToolSource.ts';

interface Setting {
  readonly type: string;
  readonly default: unknown;
  readonly scope: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly markdownDescription?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
}

interface Prompt {
  readonly path: string;
  readonly when: string;
}

interface Manifest {
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: unknown;
      readonly restrictedConfigurations: readonly string[];
    };
  };
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly languageModelTools: readonly {
      readonly name: string;
      readonly toolReferenceName: string;
      readonly modelDescription: string;
      readonly when: string;
    }[];
    readonly chatAgents: readonly [Prompt];
    readonly commands: readonly { readonly command: string; readonly enablement?: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
    readonly keybindings: readonly { readonly when?: string }[];
    readonly chatInstructions: readonly [Prompt];
    readonly chatSkills: readonly [Prompt];
    readonly configuration: readonly { readonly properties: Readonly<Record<string, Setting>> }[];
  };
}

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const text = textOf('package.json');
const texts = JSON.parse(textOf('package.nls.json')) as Record<string, string>;
/** Returns the key of a text that VS Code reads from package.nls.json. */
const keyOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? /^%(.+)%$/.exec(value)?.[1] : undefined;
const manifest = JSON.parse(text, (_, value: unknown) => texts[keyOf(value) ?? ''] ?? value) as Manifest;
const [agent] = manifest.contributes.chatAgents;
const [instructions] = manifest.contributes.chatInstructions;
const [skill] = manifest.contributes.chatSkills;
const settings = Object.fromEntries(
  manifest.contributes.configuration.flatMap(({ properties }) => Object.entries(properties)),
);

describe('the manifest', () => {
  it('has a text for each key that it names, and no other texts', () => {
    const keys = new Set([...text.matchAll(/"%([^"%]+)%"/g)].map(([, key = '']) => key));
    assert.deepEqual([...keys].toSorted(), Object.keys(texts).toSorted());
  });

  const executeCode =
    manifest.contributes.languageModelTools.find(({ name }) => name === 'executeCode')?.modelDescription ??
    assert.fail('There is no executeCode.');

  it('teaches executeCode in at most 350 tokens', () => {
    assert.ok(countTokens(executeCode) <= 350);
  });

  it('teaches executeCode what a plan needs: how long a result may be, and what later runs can read', () => {
    for (const part of [
      /over 8,000 characters are truncated/,
      /Wait: await new Promise/,
      /await codemode\.store\.set/,
      /later runs of this chat, even if this one fails/,
    ])
      assert.match(executeCode, part);
  });

  it('teaches the agent, the skill and every other agent in few tokens', () => {
    for (const [{ path }, most] of [
      [agent, agentInstructionTokens],
      [skill, 720],
      [instructions, 130],
    ] as const) {
      const body = textOf(path).replace(/^---[^]*?\n---\n/, '');
      const tokens = countTokens(body);
      console.log(`      ${path}: ${tokens} tokens`);
      assert.ok(tokens <= most);
    }
  });

  it('says to every agent how both tools are loaded and called', () => {
    for (const part of [
      /^applyTo: '\*\*'$/m,
      /`tool_search` \{ query: "executeCode findTools" \}/,
      /`findTools` \{ query: /,
      /`executeCode` \{ code: /,
    ])
      assert.match(textOf(instructions.path), part);
  });

  it('leaves the skill to the user, since models read one before they do anything else', () => {
    assert.match(textOf(skill.path), /^disable-model-invocation: true$/m);
  });

  it("gives the agent our tools, the passed-through ones and the editor's own, and no MCP server of the user", () => {
    const [, tools = ''] = /^tools: \[(.*)\]$/m.exec(textOf(agent.path)) ?? [];
    const named = tools.split(', ').map((name) => name.slice(1, -1));
    const toolSets = ['edit', 'read', 'search', 'execute', 'todo'];
    assert.deepEqual(
      named.filter((name) => !toolSets.includes(name.replace(/\/.*/, ''))),
      [
        'code-mode.code-mode/executeCode',
        'code-mode.code-mode/findTools',
        'code-mode/*',
        'code-mode-tools/*',
      ],
    );
  });

  it('offers the agent, the instructions and the skill in the modes that offer their tools', () => {
    const unlessServed =
      '!codeMode.hasChatServer && (config.codeMode.chatTools != server || config.chat.mcp.access == none) && ';
    const ofTools = manifest.contributes.languageModelTools.map(({ when }) => when.replace(unlessServed, ''));
    assert.deepEqual(new Set([...ofTools, agent.when, instructions.when, skill.when]), new Set([agent.when]));
  });

  it('names the skill as its folder, which VS Code requires', () => {
    assert.match(textOf(skill.path), /^---\nname: code-mode\n/);
    assert.match(skill.path, /\/code-mode\/SKILL\.md$/);
  });

  it('refers to each tool by its own name', () => {
    for (const { name, toolReferenceName } of manifest.contributes.languageModelTools)
      assert.equal(toolReferenceName, name);
  });

  it('contributes the tools that no script can call, and no others', () => {
    const names = manifest.contributes.languageModelTools.map(({ name }) => name);
    assert.deepEqual(names, ownTools);
  });

  it('has a setting for every limit and no other, with the default and the bounds of the code', () => {
    const declared = Object.entries(settings).flatMap(([key, { type, default: value, minimum, maximum }]) =>
      key.startsWith('codeMode.limits.')
        ? [[key.slice('codeMode.limits.'.length), { type, value, minimum, maximum }]]
        : [],
    );
    const ofTheCode = Object.entries(defaultLimits).map(([key, value]: [string, number]) => {
      assert.ok(isLimit(key));
      return [key, { type: 'integer', value, ...limitBounds[key] }];
    });
    assert.deepEqual(Object.fromEntries(declared), Object.fromEntries(ofTheCode));
  });

  it('shows a newcomer at most ten commands in the palette', () => {
    const hidden = new Set(manifest.contributes.menus['commandPalette']?.map(({ command }) => command));
    const shown = manifest.contributes.commands.filter(
      ({ command, enablement }) => !hidden.has(command) && enablement === undefined,
    );
    assert.ok(shown.length <= 10, shown.map(({ command }) => command).join(' '));
  });

  it('shows a newcomer about twelve settings, each described in at most two sentences', () => {
    const first = Object.keys(settings).filter((key) => !settings[key]?.tags?.includes('advanced'));
    assert.ok(first.length <= 12, first.join(' '));
    for (const [key, { markdownDescription = '', description = '' }] of Object.entries(settings)) {
      const text = (markdownDescription + description).replace(/ \[Details\]\([^)]*\)$/, '');
      assert.ok(text.split(/\. (?=[A-Z0-9])/).length <= 2, `${key}: ${text}`);
    }
  });

  for (const [what, name, choices] of [
    ['the choices of an engine', 'engine', engineChoices],
    ['every way to use the wall of the operating system', 'os', osConfinementModes],
  ] as const) {
    it(`offers ${what}, each explained`, () => {
      const setting = settings[`codeMode.sandbox.${name}`];
      assert.deepEqual(
        [setting?.enum, setting?.enumDescriptions?.length, setting?.default],
        [[...choices], choices.length, 'auto'],
      );
    });
  }

  it('lets a workspace choose servers, routes, rules, discovery and the type check, and nothing that weakens the sandbox', () => {
    const settable = Object.keys(settings).filter((key) => settings[key]?.scope !== 'machine');
    assert.deepEqual(settable, [
      'codeMode.servers',
      'codeMode.discovery',
      'codeMode.discoveryTtlHours',
      'codeMode.mode',
      'codeMode.excludedTools',
      'codeMode.blockedTools',
      'codeMode.codeTools',
      'codeMode.direct',
      'codeMode.models',
      'codeMode.typeCheck',
      'codeMode.learnOutputTypes',
      'codeMode.scripts.folders',
      'codeMode.approvals.rules',
      'codeMode.dataFlow',
      'codeMode.scripts.results',
      'codeMode.runs.record',
      'codeMode.runs.redact',
    ]);
  });

  it('says of both settings of records that what scripts store is kept exactly', () => {
    for (const name of ['record', 'redact']) {
      const text = settings[`codeMode.runs.${name}`]?.markdownDescription ?? '';
      for (const part of ['what scripts store (`codemode.store`)', 'exactly as they are'])
        assert.ok(text.includes(part), name);
    }
  });

  it('works where the workspace is not trusted, without those of its settings that open something', () => {
    const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    assert.equal(supported, 'limited');
    assert.deepEqual(restrictedConfigurations, [
      'codeMode.typeCheck',
      'codeMode.learnOutputTypes',
      'codeMode.discovery',
      'codeMode.mode',
      'codeMode.direct',
      'codeMode.models',
    ]);
  });

  it('shows what is done with scripts only where a file or a draft is, not beside what a version control has of them', () => {
    const { menus, keybindings } = manifest.contributes;
    const alternatives = [...Object.values(menus).flat(), ...keybindings].flatMap(({ when = '' }) =>
      when.includes('resourcePath =~') ? when.split(' || ') : [],
    );
    assert.ok(alternatives.length > 20);
    for (const one of alternatives)
      assert.ok(
        one.includes('resourceScheme =~ /^(file|untitled|vscode-remote|vscode-userdata)$/ && resource'),
        one,
      );
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
