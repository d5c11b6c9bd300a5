// Rewrites text that SES refuses. SES searches the whole source, including strings and comments, for `import(`, a
// direct `eval(`, and text that looks like an HTML comment (ses 2.3.0, src/transforms.js). The rewritten program means
// the same and contains no such text.
import type { AnyNode } from 'acorn';
import type { Finding } from './finding.ts';
import type { TextEdit } from './source/offsetMap.ts';
import { staticKey, walk, type ParsedProgram } from './syntaxTree.ts';
import { analyzeScopes, isGlobal, type Scopes } from './scopeAnalysis/scopes.ts';
import { lastNotAbove } from '../base/text/textLines.ts';

interface Pattern {
  /** Text that SES refuses anywhere in a source, also in strings and comments. */
  readonly find: RegExp;
  /** Offset in a match of the character that is written differently, which a backslash can never precede. */
  readonly at: number;
  /** Offset at which a space may split the match, if the match consists of operators. */
  readonly partedAt?: number;
}

const PATTERNS: readonly Pattern[] = [
  { find: /<!--/g, at: 3, partedAt: 1 },
  { find: /-->/g, at: 2, partedAt: 2 },
  { find: /(?:(?<!\.)|(?<=\.\.\.))\bimport(?=\s*(?:\(|\/[/*]))/g, at: 1 },
  { find: /(?<!\.)\beval(?=\s*\()/g, at: 1 },
];

/** Comments that would rename the script in stack traces, which locate errors by that name. */
const STACK_PRAGMA = /(?<=\/[/*])[#@](?=\s*source(?:Mapping)?URL\s*=)/g;

/** A part of the text in which a match can be written in another way. */
interface Region {
  readonly kind: 'comment' | 'string' | 'regex' | 'template' | 'rawTemplate' | 'taggedTemplate' | 'name';
  readonly start: number;
  readonly end: number;
}

/** True if SES would refuse the text. */
export function offendsSes(text: string): boolean {
  return PATTERNS.some(({ find }) => text.search(find) >= 0);
}

export function rewriteForSes(
  text: string,
  parsed: ParsedProgram,
): { readonly edits: readonly TextEdit[]; readonly findings: readonly Finding[] } {
  const edits: TextEdit[] = [];
  const findings: Finding[] = [];
  for (const { start, end } of parsed.comments) {
    for (const match of text.slice(start, end).matchAll(STACK_PRAGMA))
      edits.push(replaceOne(start + match.index, ' '));
  }
  if (!offendsSes(text)) return { edits, findings };

  const regions = regionsOf(parsed);
  const starts = regions.map((region) => region.start);
  for (const pattern of PATTERNS) {
    for (const match of text.matchAll(pattern.find)) {
      const region = regions[lastNotAbove(starts, match.index)];
      const inside = region && match.index < region.end ? region.kind : undefined;
      const edit = rewrite(pattern, match.index, text, inside);
      if (edit) edits.push(edit);
      else findings.push(cannotStand(match[0], match.index));
    }
  }
  return { edits, findings };
}

function rewrite(
  pattern: Pattern,
  start: number,
  text: string,
  inside: Region['kind'] | undefined,
): TextEdit | undefined {
  const at = start + pattern.at;
  const code = text.charCodeAt(at).toString(16);
  if (inside === 'comment') return replaceOne(at, '_');
  if (inside === 'name') return replaceOne(at, `\\u00${code}`);
  if (inside === 'rawTemplate') return { start: at, end: at, text: '${""}' };
  if (inside === 'string' || inside === 'template' || inside === 'regex') return replaceOne(at, `\\x${code}`);
  if (inside === 'taggedTemplate' || pattern.partedAt === undefined) return undefined;
  return { start: start + pattern.partedAt, end: start + pattern.partedAt, text: ' ' };
}

/** Returns the regions in ascending order, without overlaps. */
function regionsOf({ program, comments }: ParsedProgram): Region[] {
  const scopes = analyzeScopes(program);
  const regions: Region[] = comments.map(({ start, end }) => ({ kind: 'comment', start, end }));
  const tagged = new Map<AnyNode, Region['kind']>();
  walk(program, (node) => {
    const kind = kindOf(node, tagged);
    if (kind) regions.push({ kind, start: node.start, end: node.end });
    if (node.type !== 'TaggedTemplateExpression') return;
    for (const quasi of node.quasi.quasis)
      tagged.set(quasi, isStringRaw(node.tag, scopes) ? 'rawTemplate' : 'taggedTemplate');
  });
  return regions.sort((a, b) => a.start - b.start);
}

function kindOf(node: AnyNode, tagged: ReadonlyMap<AnyNode, Region['kind']>): Region['kind'] | undefined {
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return 'name';
  if (node.type === 'TemplateElement') return tagged.get(node) ?? 'template';
  if (node.type !== 'Literal') return undefined;
  if (node.regex) return 'regex';
  return typeof node.value === 'string' ? 'string' : undefined;
}

/** True for `String.raw`, whose text an empty inserted value does not change; other tags would see the parts. */
function isStringRaw(tag: AnyNode, scopes: Scopes): boolean {
  if (tag.type !== 'MemberExpression' || tag.computed || staticKey(tag) !== 'raw') return false;
  return isGlobal(tag.object, 'String', scopes);
}

function cannotStand(found: string, offset: number): Finding {
  return {
    code: 'forbidden_syntax',
    message: `The sandbox refuses \`${found}\` in a tagged template.`,
    offset,
    hint: 'Insert it in two parts: `${"' + `${found.slice(0, 2)}" + "${found.slice(2)}` + '"}`.',
  };
}

function replaceOne(at: number, text: string): TextEdit {
  return { start: at, end: at + 1, text };
}
