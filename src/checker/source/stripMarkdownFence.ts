// Models often answer with a Markdown fence around the code, and sometimes with prose around that. What counts from
// here on, also for line numbers, is the code inside.

/** A line that opens or closes a fence. A line of valid TypeScript does not begin with three backticks. */
const FENCE_LINE = /^[ \t]*(`{3,})[ \t]*([^\s`]*)[^`]*$/;
const ONE_LINE_FENCE = /^\s*```(?:(?:typescript|javascript|ts|js)(?=\s|```))?(.*?)```\s*$/;
const SCRIPT_LANGUAGES = new Set(['', 'ts', 'tsx', 'mts', 'typescript', 'js', 'jsx', 'mjs', 'javascript']);

interface Block {
  readonly language: string;
  readonly code: string;
}

/** The code without its fence and the prose around it; line breaks become `\n`, which changes no value of a program. */
export function stripMarkdownFence(code: string): string {
  const text = code.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (!text.includes('```')) return text;
  const blocks = fencedBlocks(text.split('\n'));
  const block = blocks.find((candidate) => SCRIPT_LANGUAGES.has(candidate.language)) ?? blocks[0];
  return block?.code ?? ONE_LINE_FENCE.exec(text)?.[1] ?? text;
}

function fencedBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let open: { readonly fence: string; readonly language: string; readonly from: number } | undefined;
  for (const [index, line] of lines.entries()) {
    const [, fence, language] = FENCE_LINE.exec(line) ?? [];
    if (fence === undefined || language === undefined) continue;
    if (open === undefined) {
      open = { fence, language: language.toLowerCase(), from: index + 1 };
    } else if (language === '' && fence.length >= open.fence.length) {
      blocks.push({ language: open.language, code: lines.slice(open.from, index).join('\n') });
      open = undefined;
    }
  }
  // An answer that was cut off has no closing fence, or has it at the end of its last line.
  if (open) {
    const rest = lines.slice(open.from).join('\n');
    blocks.push({ language: open.language, code: rest.replace(/`{3,}\s*$/, '') });
  }
  return blocks;
}
