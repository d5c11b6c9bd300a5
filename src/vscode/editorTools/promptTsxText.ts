// The text of an answer that is a tree of `@vscode/prompt-tsx` (`renderElementJSON`), put together as VS Code does it for
// models that know no such trees. The rest of a tree is about the layout of prompts.

/** The `type` of a node that holds text; the others hold nodes. */
const TEXT = 2;

/** Undefined for what is no such tree. */
export function promptTsxText(value: unknown): string | undefined {
  const root = member(value, 'node');
  if (root === undefined) return undefined;
  const texts: string[] = [];
  const open: unknown[] = [root];
  while (open.length > 0) {
    const node = open.pop();
    const [text, children] = [member(node, 'text'), member(node, 'children')];
    if (member(node, 'type') === TEXT && typeof text === 'string') {
      // 0 and false, in trees of different versions, stand for none.
      texts.push(texts.length > 0 && member(node, 'lineBreakBefore') ? '\n' : '', text);
    }
    if (Array.isArray(children)) for (const child of children.toReversed() as unknown[]) open.push(child);
  }
  return texts.join('');
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
