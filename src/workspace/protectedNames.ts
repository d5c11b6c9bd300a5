// The names that no setting can open. Each is a pattern for one name of a path, in lower case; a protected folder
// protects its content. A name belongs here if a program picks the file up by its name alone, without a choice of the
// user, and then starts programs, loads code or takes orders from the file: a script that could write such a file could
// escape from the sandbox. Files from which a project is built (sources, package.json, a Makefile, configurations of
// linters and bundlers written as code) do not belong here, since changing them is a purpose of scripts.
import { starTest } from '../base/globs/nameMatcher.ts';

/** Names that are neither read nor written: secrets, and configuration that holds secrets. */
const secretNames: readonly string[] = [
  '.git',
  'git~*', // short name of .git on Windows
  '.env*', // includes .envrc
  '*.env',
  '.ssh',
  '.aws',
  '.gnupg',
  '.kube',
  '.npmrc',
  '.yarnrc*',
  '.netrc',
  '_netrc',
  '.pypirc',
  '.git-credentials',
  'id_rsa*',
  'id_ecdsa*',
  'id_ed25519*',
  '*.pem',
  '*.key',
  '*.p12',
  '*.pfx',
  'mcp.json',
  '.mcp.json',
  '.code-mode',
];

/** Settings, tasks and plugins that an editor, or a service that opens a folder in an editor, loads from the folder. */
const editors = words(`
  .vscode .vscode-* *.code-workspace .theia .vs .idea .fleet .zed .nova .atom .project .externaltoolbuilders *.sublime-project
  *.sublime-workspace .exrc .vim .vimrc _vimrc .gvimrc .lvimrc .nvim* .lazy.lua .emacs* .dir-locals*.el .helix .kakrc
  .devcontainer .devcontainer.json devfile.yaml .devfile.yaml .gitpod* .idx .replit .codesandbox`);

/** Settings, tools and standing orders that an agent takes from the folder. */
const agents = words(`
  agents.md agents.*.md agent.md .agents .agent skill.md *.instructions.md *.prompt.md *.agent.md *.chatmode.md .rules .claude
  .claude-plugin claude.md claude.*.md .copilot .cursor .cursorrules .windsurf .windsurfrules .gemini gemini.md .codex
  opencode.json* .opencode .kiro .amazonq .aider* .continue* .cline* .roo* .kilocode* .junie .goose* .augment* .trae .qwen
  qwen.md .crush* crush.json crush.md .factory .warp warp.md .openhands* .tabnine .cody`);

/**
 * Files that a shell, or a tool that hooks into a shell, reads when it starts or enters the folder; also `.config` and
 * `.local` of a home folder.
 */
const shells = words(`
  .profile .bash* .zsh* .zprofile .zlog* .kshrc .cshrc .tcshrc .login .logout .rvmrc .inputrc .xprofile .xinitrc .xsession* .config
  .local .tmux.conf .screenrc profile.ps1 *_profile.ps1 .direnv* .autoenv* mise.toml mise.*.toml .mise* .tool-versions shell.nix
  flake.nix devenv.* devbox.json`);

/**
 * Files that a package manager or version manager loads with every command, or that decide where it gets packages and
 * programs.
 */
const packageManagers = words(`
  .pnpmfile.* pnpm-workspace.yaml .yarn .pnp.* bunfig.toml .bunfig.toml pip.conf pip.ini .pip .condarc .cargo rust-toolchain* .bundle
  .gemrc .mvn .gradle gradle-wrapper.properties nuget.config .bazelrc .bazeliskrc .buckconfig* .terraformrc`);

/** Files that run at a commit, a push or a checkout, on this machine or at the service that receives the push. */
const versionControl = words(`
  .gitmodules .gitattributes .gitconfig* .githooks .git-hooks git-hooks githooks .hooks .husky* .pre-commit* lefthook.y*ml
  lefthook.toml lefthook.json lefthook-local.* .lefthook* .overcommit* .simple-git-hooks.* simple-git-hooks.* .lintstagedrc*
  lint-staged.config.* .hg .hgrc .svn .jj .sl .bzr _darcs .p4config .arcconfig`);

const buildServices = words(`
  .ci .github .gitlab .gitlab-ci* *.gitlab-ci.yml .gitea .forgejo .circleci .travis.yml appveyor.yml .appveyor.yml
  azure-pipelines* .azure-pipelines .azuredevops bitbucket-pipelines.yml jenkinsfile* .drone.* .woodpecker* .buildkite .cirrus.*
  .semaphore .teamcity .tekton .harness .builds .build.yml codefresh.yml wercker.yml bamboo-specs buildspec.y*ml cloudbuild.*
  netlify.toml vercel.json renovate.json* .renovaterc*`);

/** Files that a debugger or an interpreter runs first when it is started in the folder. */
const interpreters = words(`
  .gdbinit* *-gdb.py *-gdb.gdb .lldbinit* .pdbrc* .pythonrc* sitecustomize.py usercustomize.py .irbrc .pryrc .byebugrc .rprofile
  .renviron .iex.exs .ghci .ocamlinit .sqliterc .psqlrc .my.cnf .mongorc.js .mongoshrc.js .octaverc .perldb`);

/** Files that Windows runs in place of a program of the same name, or opens when it shows the folder. */
const windows = words(`
  *.exe *.com *.bat *.cmd *.vbs *.vbe *.jse *.wsf *.wsh *.msc *.cpl *.pif *.scr *.hta desktop.ini autorun.inf *.lnk *.url *.scf
  *.library-ms *.searchconnector-ms`);

/** Names that are not written: files that run or give orders just because they exist. */
const selfRunningNames: readonly string[] = [
  ...editors,
  ...agents,
  ...shells,
  ...packageManagers,
  ...versionControl,
  ...buildServices,
  ...interpreters,
  ...windows,
];

const testOf = (pattern: string) => ({ pattern, matches: starTest(pattern.split('*')) });
const secrets = secretNames.map(testOf);
const protectedNames = { read: secrets, write: [...secrets, ...selfRunningNames.map(testOf)] } as const;

/** Returns the pattern that denies the path, since one of its names is protected; undefined if no pattern does. */
export function deniedBy(path: string, access: 'read' | 'write'): string | undefined {
  const names = path.split('/').map(foldedName);
  return protectedNames[access].find(({ matches }) => names.some(matches))?.pattern;
}

/**
 * Folds a name like the most tolerant file systems compare names: without case (APFS treats a sharp s as two s), in
 * compatible forms, without invisible characters (HFS+), and without dots and spaces at the end (Windows).
 */
export function foldedName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[. ]+$/, '')
    .toUpperCase()
    .toLowerCase();
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
