// Extracts the code from a Markdown fence. Models often answer with a fence around the code, and sometimes with prose
// around the fence. All later phases, and all line numbers, refer to the code inside.
import { readSource } from './readSource.ts';

/** A line that opens or closes a fence. Outside comments, no line of valid TypeScript begins with three backticks. */
const FENCE_LINE = /^[ \t]*(`{3,}|~{3,})[ \t]*[{.]*([\w+#-]*)[^`]*$/;
const ONE_LINE_FENCE = /^\s*```(?:(?:typescript|javascript|ts|js)(?=\s|```))?(.*?)```\s*$/;
const TAGS = /^\s*(?:<pre[^<>]*>\s*)?<code[^<>]*>([^]*)<\/code>(?:\s*<\/pre>)?\s*$/i;
const UNNAMED = '';
const SCRIPT_LANGUAGES = new Set(['ts', 'tsx', 'mts', 'typescript', 'js', 'jsx', 'mjs', 'javascript']);

interface Block {
  readonly language: string;
  readonly code: string;
}

/** The code, or the number of blocks that may be the script. */
type Stripped =
  { readonly ok: true; readonly code: string } | { readonly ok: false; readonly blocks: number };

/**
 * Returns the code without its fence or `<code>` tags and the surrounding prose. Line breaks become `\n`, which changes
 * no value of a program. Of several blocks, the one in a script language is taken. If several blocks qualify, none is
 * taken, because they may be parts of one script or alternatives.
 */
export function stripMarkdownFence(written: string): Stripped {
  const text = written.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const tagged = TAGS.exec(text)?.[1];
  if (tagged !== undefined) return { ok: true, code: tagged };
  const tildes = hasTildes(text);
  if (!tildes && !text.includes('```')) return { ok: true, code: text };
  const blocks = fencedBlocks(text.split('\n'), tildes);
  const scripts = blocks.filter(({ language }) => SCRIPT_LANGUAGES.has(language));
  const unnamed = blocks.filter(({ language }) => language === UNNAMED);
  const candidates = [scripts, unnamed, blocks].find((some) => some.length > 0) ?? [];
  if (candidates.length > 1) return { ok: false, blocks: candidates.length };
  return { ok: true, code: candidates[0]?.code ?? ONE_LINE_FENCE.exec(text)?.[1] ?? text };
}

/**
 * True if a line of tildes begins a fence. In a multi-line string, an odd number of backticks is before it, unless a
 * comment or another string has one, too; but then the text is a script as it is, which prose is not.
 */
function hasTildes(text: string): boolean {
  const at = text.search(/^[ \t]*~{3,}/m);
  if (at < 0) return false;
  const before = text.slice(0, at);
  return before.trim() === '' || (before.split('`').length % 2 === 1 && !readSource(text).ok);
}

function fencedBlocks(lines: readonly string[], tildes: boolean): Block[] {
  const blocks: Block[] = [];
  const comments = linesInComments(lines);
  let open: { readonly fence: string; readonly language: string; readonly from: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const [, fence, language] = FENCE_LINE.exec(line) ?? [];
    if (fence === undefined || language === undefined || comments.has(index)) continue;
    if (open === undefined) {
      if (tildes || fence.startsWith('`'))
        open = { fence, language: language.toLowerCase(), from: index + 1 };
    } else if (language === '' && fence.startsWith(open.fence)) {
      blocks.push({ language: open.language, code: lines.slice(open.from, index).join('\n') });
      open = undefined;
    }
  }
  // A truncated answer has no closing fence, or has it at the end of its last line.
  if (open) {
    const rest = lines.slice(open.from).join('\n');
    blocks.push({ language: open.language, code: rest.replace(/(?:`{3,}|~{3,})\s*$/, '') });
  }
  return blocks;
}

/** Returns the lines inside block comments, but not their first ones. `src/*` in prose does not begin a comment. */
function linesInComments(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  const lastEnd = lines.findLastIndex((line) => line.includes('*/'));
  let isInside = false;
  for (const [index, line] of lines.entries()) {
    if (isInside) {
      found.add(index);
      isInside = !line.includes('*/');
    } else {
      isInside = index < lastEnd && /(?:^|[\s;{}(),=])\/\*(?![^]*\*\/)/.test(line);
    }
  }
  return found;
}
