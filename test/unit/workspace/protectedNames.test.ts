import assert from 'node:assert/strict';
import { deniedBy } from '../../../src/workspace/protectedNames.ts';

/** Paths separated by spaces. */
const runsOrCommands: Readonly<Record<string, string>> = {
  'an editor': `
    .vs/tasks.vs.json .zed/settings.json .fleet/run.json .theia/tasks.json .vscode-insiders/tasks.json
    .idea/runConfigurations/a.xml .exrc .nvim.lua .dir-locals.el .helix/languages.toml app.sublime-project
    .gitpod.yml .idx/dev.nix`,
  'an agent': `
    AGENTS.md packages/api/AGENTS.override.md CLAUDE.md CLAUDE.local.md GEMINI.md .gemini/settings.json
    .codex/config.toml opencode.json .opencode/plugin/a.ts .kiro/hooks/a.kiro.hook .cursorrules
    .windsurf/rules/a.md .clinerules/a.md .roomodes .aider.conf.yml .continue/config.yaml .rules
    docs/ts.instructions.md skills/a/SKILL.md`,
  'a shell': `
    .bashrc .zshenv .profile .config/fish/config.fish profile.ps1 .rvmrc .envrc .direnv/bin/git mise.toml`,
  'a package manager': `
    .pnpmfile.cjs .yarn/releases/yarn.cjs .pnp.cjs bunfig.toml .cargo/config.toml .mvn/extensions.xml
    pnpm-workspace.yaml`,
  'a build service': `
    .gitlab-ci.yml .circleci/config.yml .travis.yml Jenkinsfile azure-pipelines.yml
    azure-pipelines.release.yaml bitbucket-pipelines.yml .buildkite/pipeline.yml .gitea/workflows/a.yml`,
  'a version control system': `
    .pre-commit-config.yaml lefthook.yml .lefthook/pre-push/a.sh .githooks/pre-commit .hg/hgrc`,
  'a debugger or interpreter': `
    .gdbinit .lldbinit .lldbinit-Xcode .pdbrc .Rprofile .irbrc .ghci sitecustomize.py`,
  Windows: `
    git.exe tools/npm.cmd node.bat desktop.ini autorun.inf a.lnk a.library-ms git.vbs git.vbe git.jse
    git.wsf git.wsh git.msc git.cpl git.pif a.scr a.hta`,
};

const ofTheProject = `
  package.json Makefile eslint.config.js vite.config.ts conftest.py build.rs scripts/deploy.sh src/agents.ts
  git.js docs/agents-guide.md src/lefthook.ts README.md .gitignore .prettierrc HEAD`;

const words = (text: string) => text.trim().split(/\s+/);

describe('what runs or commands by being there', () => {
  for (const [what, paths] of Object.entries(runsOrCommands)) {
    for (const path of words(paths))
      it(`by ${what} is not written: ${path}`, () => assert.notEqual(deniedBy(path, 'write'), undefined));
  }

  it('can be read where it holds no secret', () => assert.equal(deniedBy('AGENTS.md', 'read'), undefined));

  for (const path of words(ofTheProject)) {
    it(`is not what the project itself consists of: ${path}`, () =>
      assert.equal(deniedBy(path, 'write'), undefined));
  }
});

const spellings: Readonly<Record<string, string>> = {
  'in other case': '.GiTlAb-Ci.YmL',
  'in fullwidth letters': '\uff0egitlab-ci.yml',
  'with a character that HFS+ ignores': '.git\u200dlab-ci.yml',
  'with a mark that turns the direction of writing': '.git\u202elab-ci.yml',
  'with a soft hyphen': '.gitlab\u00ad-ci.yml',
  'with a variation selector': '.gitlab-ci\ufe0f.yml',
  'with a tag character': '.gitlab-ci.yml\u{e0041}',
  'with a dotless i': '.g\u0131tlab-ci.yml',
  'with a dot at its end': '.gitlab-ci.yml.',
  'with spaces at its end': '.gitlab-ci.yml  ',
};

describe('a protected name', () => {
  for (const [how, path] of Object.entries(spellings)) {
    it(`is known ${how}`, () => assert.equal(deniedBy(`a/${path}`, 'write'), '.gitlab-ci*'));
  }

  it('is known by a long s and a Kelvin sign', () =>
    assert.equal(deniedBy('.hu\u017f\u212ay/pre-commit', 'write'), '.husky*'));
  it('is known by a letter that stands for two', () =>
    assert.equal(deniedBy('.\u00dfh/config', 'write'), '.ssh'));
  it('is known by a ligature', () =>
    assert.equal(deniedBy('.con\ufb01g/fish/config.fish', 'write'), '.config'));
});
