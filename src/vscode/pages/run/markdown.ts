// Parses Markdown of scripts and servers into parts from which the page makes elements: headings, lists, tables,
// fences, quotes, emphasis and links. HTML and pictures are not supported; unknown syntax stays text. The time is
// linear in the length of the text.

export type Inline =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis' | 'struck'; readonly text: string }
  /** `href` is an `https:` or `http:` address. */
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly inlines: readonly Inline[] }
  | { readonly kind: 'paragraph' | 'quote'; readonly inlines: readonly Inline[] }
  | {
      readonly kind: 'list';
      /** True if any item has a number. */
      readonly isOrdered: boolean;
      /** `number`: undefined for an item with a mark in place of a number. */
      readonly items: readonly {
        readonly number: number | undefined;
        readonly depth: number;
        readonly inlines: readonly Inline[];
      }[];
    }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: 'rule' };

/**
 * Maximum length of a line, in characters; a longer line is split. Searching a line for marks may take time in
 * proportion to its square.
 */
const longestLine = 5_000;

const heading = /^(#{1,6})\s+(.*)$/s;
/** Matches the closing marks of a heading such as `## Title ##`, but not the mark of `C#`. */
const closing = /(?:^|\s)#+$/;
const item = /^(\s*)(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/s;
const fence = /^\s*(```+|~~~+)/;
const rule = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;
const tableLine = /^\s*\|.*\|\s*$/;
const tableRule = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;

export function markdownBlocks(text: string): readonly Block[] {
  const lines = text
    .split('\n')
    .flatMap((line) => (line.length > longestLine ? (line.match(/[^]{1,5000}/g) ?? []) : [line]));
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const marked = fence.exec(line);
    const titled = heading.exec(line);
    if (marked) {
      const to = endOf(lines, at + 1, (other) => !other.trim().startsWith(marked[1] ?? '```'));
      blocks.push({ kind: 'code', text: lines.slice(at + 1, to).join('\n') });
      at = to + 1;
    } else if (titled) {
      blocks.push({
        kind: 'heading',
        level: titled[1]?.length ?? 1,
        inlines: inlinesOf((titled[2] ?? '').trimEnd().replace(closing, '').trimEnd()),
      });
      at += 1;
    } else if (rule.test(line)) {
      blocks.push({ kind: 'rule' });
      at += 1;
    } else if (tableLine.test(line) && tableRule.test(lines[at + 1] ?? '')) {
      const to = endOf(lines, at + 2, (other) => tableLine.test(other));
      blocks.push({ kind: 'table', head: cellsOf(line), rows: lines.slice(at + 2, to).map(cellsOf) });
      at = to;
    } else if (item.test(line)) {
      const to = endOf(lines, at, (other) => item.test(other));
      blocks.push(listOf(lines.slice(at, to)));
      at = to;
    } else if (/^\s*>/.test(line)) {
      const to = endOf(lines, at, (other) => /^\s*>/.test(other));
      const quoted = lines.slice(at, to).map((other) => other.replace(/^\s*>\s?/, ''));
      blocks.push({ kind: 'quote', inlines: inlinesOf(quoted.join('\n')) });
      at = to;
    } else if (line.trim() === '') at += 1;
    else {
      const to = endOf(lines, at + 1, (other) => other.trim() !== '' && !startsOther(other));
      blocks.push({ kind: 'paragraph', inlines: inlinesOf(lines.slice(at, to).join('\n')) });
      at = to;
    }
  }
  return blocks;
}

function endOf(lines: readonly string[], from: number, belongs: (line: string) => boolean): number {
  let to = from;
  while (to < lines.length && belongs(lines[to] ?? '')) to += 1;
  return to;
}

function startsOther(line: string): boolean {
  return fence.test(line) || heading.test(line) || item.test(line) || rule.test(line) || /^\s*>/.test(line);
}

function listOf(lines: readonly string[]): Block {
  const items = lines.map((line) => {
    const [, indent = '', digits, text = ''] = item.exec(line) ?? [];
    return {
      number: digits === undefined ? undefined : Number(digits),
      depth: Math.min(6, Math.floor(indent.replaceAll('\t', '  ').length / 2)),
      inlines: inlinesOf(text),
    };
  });
  return { kind: 'list', isOrdered: items.some(({ number }) => number !== undefined), items };
}

function cellsOf(line: string): readonly (readonly Inline[])[] {
  const inner = line.trim().slice(1, -1);
  return inner.split(/(?<!\\)\|/).map((cell) => inlinesOf(cell.trim().replaceAll('\\|', '|')));
}

/**
 * Matches the inline parts of one line. No part continues on the next line, so a mark without its end costs only the
 * time of its line. Marks beside blanks, and underscores within a word, are text: `*.ts and *.js`, `a__b__c`.
 */
const inline =
  /`([^`\n]+)`|\*\*(?!\s)([^*\n]+)(?<!\s)\*\*|(?<!\w)__(?!\s)([^_\n]+)(?<!\s)__(?!\w)|\*(?!\s)([^*\n]+)(?<!\s)\*|~~(?!\s)([^~\n]+)(?<!\s)~~|\[([^\]\n]{0,300})\]\(((?:[^()\s]|\([^()\s]{0,300}\)){1,1000})\)|\\([\\`*_[\]()~#|<>])/g;

export function inlinesOf(text: string): readonly Inline[] {
  const inlines: Inline[] = [];
  const put = (part: Inline) => {
    const last = inlines.at(-1);
    if (part.text === '' && part.kind !== 'link') return;
    if (part.kind === 'text' && last?.kind === 'text')
      inlines[inlines.length - 1] = { kind: 'text', text: last.text + part.text };
    else inlines.push(part);
  };
  let at = 0;
  for (const found of text.matchAll(inline)) {
    put({ kind: 'text', text: text.slice(at, found.index) });
    at = found.index + found[0].length;
    const [whole, code, strong, alsoStrong, emphasis, struck, label, href, escaped] = found;
    if (code !== undefined) put({ kind: 'code', text: code });
    else if (strong !== undefined || alsoStrong !== undefined)
      put({ kind: 'strong', text: strong ?? alsoStrong ?? '' });
    else if (emphasis !== undefined) put({ kind: 'emphasis', text: emphasis });
    else if (struck !== undefined) put({ kind: 'struck', text: struck });
    else if (escaped !== undefined) put({ kind: 'text', text: escaped });
    else if (href !== undefined && isWebAddress(href))
      put({ kind: 'link', text: label === undefined || label === '' ? href : label, href });
    else put({ kind: 'text', text: whole });
  }
  put({ kind: 'text', text: text.slice(at) });
  return inlines;
}

function isWebAddress(href: string): boolean {
  return /^https?:\/\/[^\s"'<>\\]+$/i.test(href) && URL.canParse(href);
}
