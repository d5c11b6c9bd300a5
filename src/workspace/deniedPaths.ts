// What no setting opens: files that hold secrets, and files that make programs run. A script that could write the
// latter would write itself out of the sandbox.
import { matchesGlob } from './glob.ts';

/** Neither read nor written: secrets, and configuration that holds them. */
const secret: readonly string[] = [
  '.git',
  'git~*', // what Windows may call .git
  '.env*',
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

/** Not written: what an editor, a version control system or a build service runs by itself, or takes rights from. */
const selfRunning: readonly string[] = [
  '.vscode',
  '.cursor',
  '.idea',
  '.claude',
  '.devcontainer',
  '.devcontainer.json',
  '.husky',
  '.github',
  '.gitmodules',
  '.gitattributes',
  '.gitconfig',
  '*.code-workspace',
];

/** The pattern that denies the path to everyone: one of its names is protected. */
export function deniedBy(path: string, access: 'read' | 'write'): string | undefined {
  const patterns = access === 'read' ? secret : [...secret, ...selfRunning];
  const names = path.split('/').map(folded);
  return patterns.find((pattern) => names.some((name) => matchesGlob(pattern, name)));
}

/** As the most forgiving file system compares names: without case, compatible forms, and characters that show nothing. */
function folded(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();
}
