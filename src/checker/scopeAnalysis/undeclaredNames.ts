// Finds names without a declaration. Each name is reported once, with the name that the author probably meant.
import type { Program } from 'acorn';
import type { Scope } from 'eslint-scope';
import { distance } from 'fastest-levenshtein';
import type { Finding } from '../finding.ts';
import { staticKey, walk } from '../syntaxTree.ts';
import { absentGlobals, sandboxGlobals } from './sandboxGlobals.ts';
import { isGlobal, type FreeName, type Scopes } from './scopes.ts';

/** Maximum length of names that are compared. A misspelling of a longer name is unlikely, and comparing it is slow. */
const LONGEST_COMPARED = 40;
const MOST_COMPARED = 2_000;

/** Returns at most `most` findings, one per name, at its first use. A name used only with `typeof` is not reported. */
export function undeclaredNames(scopes: Scopes, most: number): Finding[] {
  const first = new Map<string, FreeName>();
  for (const name of scopes.free.values()) {
    if (name.onlyTypeof || sandboxGlobals.has(name.node.name)) continue;
    const known = first.get(name.node.name);
    if (!known || name.node.start < known.node.start) first.set(name.node.name, name);
  }
  const inOrder = [...first.values()].sort((a, b) => a.node.start - b.node.start);
  return inOrder.slice(0, most).map(findingOf);
}

/** Finds calls such as `globalThis.fetch(...)`. Reading such a member without calling it is allowed. */
export function absentMembers(program: Program, scopes: Scopes): Finding[] {
  if (![...scopes.free.values()].some(({ node }) => node.name === 'globalThis')) return [];
  const findings: Finding[] = [];
  walk(program, (node) => {
    const callee = node.type === 'CallExpression' || node.type === 'NewExpression' ? node.callee : undefined;
    if (callee?.type !== 'MemberExpression' || !isGlobal(callee.object, 'globalThis', scopes)) return;
    const name = staticKey(callee) ?? '';
    const absent = absentGlobals.get(name);
    if (absent !== undefined)
      findings.push(unknown(`\`globalThis.${name}\` does not exist here.`, callee.start, [absent]));
  });
  return findings;
}

function findingOf(free: FreeName): Finding {
  const { name, start } = free.node;
  const near = nearest(name, free);
  const guess = near === undefined ? [] : [`Did you mean \`${near}\`?`];
  const fix = near === undefined ? undefined : { replaces: name, by: near };
  const absent = absentGlobals.get(name);
  if (absent !== undefined)
    return unknown(`\`${name}\` does not exist here.`, start, [...guess, absent], fix);
  if (free.written) {
    return unknown(
      `\`${name}\` is assigned, but not declared.`,
      start,
      [...guess, `Declare it: \`let ${name} = ...\`.`],
      fix,
    );
  }
  const otherwise = 'Servers are `tools.<server>`; declare anything else.';
  return unknown(`\`${name}\` is not declared.`, start, near === undefined ? [otherwise] : guess, fix);
}

function unknown(message: string, offset: number, hints: readonly string[], fix?: Finding['fix']): Finding {
  return { code: 'unknown_global', message, offset, hint: hints.join(' '), ...(fix && { fix }) };
}

/** Returns the names that are visible in the scope, innermost first. */
function visibleNames(free: FreeName): string[] {
  const names: string[] = [];
  for (let scope: Scope | null = free.scope; scope; scope = scope.upper)
    for (const { name } of scope.variables) names.push(name);
  return names;
}

/** Returns the declared or global name with the smallest difference, if it is small enough for a misspelling. */
function nearest(name: string, free: FreeName): string | undefined {
  if (name.length > LONGEST_COMPARED) return undefined;
  let best: { readonly name: string; readonly cost: number } | undefined;
  for (const candidate of [...visibleNames(free).slice(0, MOST_COMPARED), ...sandboxGlobals]) {
    const cost = slips(name, candidate);
    if (cost <= Math.floor(name.length / 3) && (!best || cost < best.cost)) best = { name: candidate, cost };
  }
  return best?.name;
}

/** Returns the number of letters that differ. Differences in letter case alone do not count. */
function slips(name: string, candidate: string): number {
  if (Math.abs(name.length - candidate.length) > name.length / 3) return Infinity;
  return name.toLowerCase() === candidate.toLowerCase() ? 0 : distance(name, candidate);
}
