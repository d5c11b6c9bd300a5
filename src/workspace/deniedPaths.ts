// What no setting opens: files that hold secrets, and files that make programs run. A script that could write the
// latter would write itself out of the sandbox.
import { matchesGlob } from './glob.ts';
import { secretNames, selfRunningNames } from './protectedNames.ts';

const protectedNames = { read: secretNames, write: [...secretNames, ...selfRunningNames] } as const;

/** The pattern that denies the path to everyone: one of its names is protected. */
export function deniedBy(path: string, access: 'read' | 'write'): string | undefined {
  const names = path.split('/').map(foldedName);
  return protectedNames[access].find((pattern) => names.some((name) => matchesGlob(pattern, name)));
}

/**
 * As the most forgiving file system compares names: without case (APFS takes a sharp s for two), compatible forms, characters that
 * show nothing (HFS+), and dots and spaces at the end (Windows).
 */
export function foldedName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[. ]+$/, '')
    .toUpperCase()
    .toLowerCase();
}
