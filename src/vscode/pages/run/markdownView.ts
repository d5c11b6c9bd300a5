// Turns a parsed Markdown text into elements. VS Code opens links, and asks the user before it opens an address that is
// not trusted.
import { element } from '../base/dom.ts';
import { markdownBlocks, type Block, type Inline } from './markdown.ts';

export function markdownView(text: string): HTMLElement {
  return element('div', { class: 'markdown' }, markdownBlocks(text).map(blockElement));
}

function blockElement(block: Block): HTMLElement {
  switch (block.kind) {
    case 'heading':
      // The page itself has the heading of level 1.
      return element(
        `h${Math.min(6, block.level + 1) as 2 | 3 | 4 | 5 | 6}`,
        {},
        inlineElements(block.inlines),
      );
    case 'paragraph':
      return element('p', {}, inlineElements(block.inlines));
    case 'quote':
      return element('blockquote', {}, inlineElements(block.inlines));
    case 'code':
      return element('pre', { tabIndex: 0 }, [element('code', { text: block.text })]);
    case 'rule':
      return element('hr');
    case 'list':
      return element(
        block.isOrdered ? 'ol' : 'ul',
        {},
        block.items.map(({ number, depth, inlines }) => {
          const made = element('li', {}, inlineElements(inlines));
          if (number === undefined) made.style.listStyleType = 'disc';
          else made.value = number;
          made.style.marginInlineStart = `${depth * 18}px`;
          return made;
        }),
      );
    case 'table':
      return element('table', {}, [
        element('thead', {}, [rowElement('th', block.head)]),
        element(
          'tbody',
          {},
          block.rows.map((row) => rowElement('td', row)),
        ),
      ]);
  }
}

function rowElement(tag: 'th' | 'td', cells: readonly (readonly Inline[])[]): HTMLElement {
  const made = cells.map((cell) => element(tag, {}, inlineElements(cell)));
  return element('tr', {}, made);
}

const tags = { code: 'code', strong: 'strong', emphasis: 'em', struck: 's' } as const;

function inlineElements(inlines: readonly Inline[]): readonly (HTMLElement | string)[] {
  return inlines.map((inline) => {
    if (inline.kind === 'text') return inline.text;
    if (inline.kind !== 'link') return element(tags[inline.kind], { text: inline.text });
    const link = element('a', { text: inline.text, title: inline.href });
    link.href = inline.href;
    return link;
  });
}
