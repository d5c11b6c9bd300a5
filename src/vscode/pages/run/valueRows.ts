// The rows of a tree of values: the value of each row, the rows for a page of members, and their drawing.
import * as l10n from '@vscode/l10n';
import {
  pageSize,
  type MembersPage,
  type ValueNode,
  type ValuePath,
} from '../../../journal/values/valueView.ts';
import { element, setAria } from '../base/dom.ts';
import { icon } from '../base/icons.ts';
import type { ShownValue } from './runMessages.ts';

interface NodeRow {
  readonly kind: 'node';
  readonly root: ShownValue;
  readonly path: ValuePath;
  /** Undefined for a root until its members are fetched. */
  node: ValueNode | undefined;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  isOpen: boolean;
}

/** Stands for members that are not fetched yet; `to` is infinite while the first of them are fetched. */
export interface GapRow {
  readonly kind: 'gap';
  readonly root: ShownValue;
  readonly path: ValuePath;
  readonly level: number;
  readonly from: number;
  readonly to: number;
}

/** Says why there is no value. */
interface ProblemRow {
  readonly kind: 'problem';
  readonly text: string;
  readonly level: number;
}

export type Row = NodeRow | GapRow | ProblemRow;

export function drawRow(made: HTMLElement, row: Row): void {
  made.style.paddingInlineStart = `${8 + (row.level - 1) * 14}px`;
  setAria(made, { level: row.level });
  if (row.kind === 'problem') {
    made.classList.add('value-error');
    made.append(element('span', { class: 'no-twistie' }), row.text);
  } else if (row.kind === 'gap') {
    made.classList.add('value-gap');
    const hidden = row.to - row.from;
    const shown = Math.min(pageSize, hidden).toLocaleString();
    made.append(
      element('span', { class: 'no-twistie' }),
      hidden === Infinity
        ? l10n.t('Loading…')
        : l10n.t('Show {0} of {1} more', shown, hidden.toLocaleString()),
    );
  } else drawNode(made, row);
}

function drawNode(made: HTMLElement, row: NodeRow): void {
  const { root, node, path, isOpen, position, siblings } = row;
  setAria(made, { setsize: siblings, posinset: position + 1, expanded: opens(row) ? isOpen : undefined });
  made.append(
    opens(row)
      ? element('span', { class: 'twistie' }, [icon(isOpen ? 'down' : 'open')])
      : element('span', { class: 'no-twistie' }),
  );
  if (path.length === 0) made.append(element('span', { class: 'value-root', text: root.name }));
  else if (node && node.kind !== 'text')
    made.append(element('span', { class: 'value-key', text: String(node.key) }), ': ');
  if (root.note !== undefined) made.append(element('span', { class: 'value-note', text: root.note }));
  if (!node) return;
  made.append(element('span', { class: `value-shown value-${node.kind}`, text: node.shown }));
  const counted = sizeText(node);
  if (counted !== undefined) made.append(element('span', { class: 'value-size', text: counted }));
}

/** Returns the rows that replace a gap when a page of its members has arrived. */
export function rowsOf({ total, nodes }: MembersPage, gap: GapRow, from: number): Row[] {
  const { root, path, level } = gap;
  const to = Math.min(gap.to, total);
  const end = from + nodes.length;
  return [
    ...(from > gap.from ? [{ ...gap, to: from }] : []),
    ...nodes.map((node, index): NodeRow => {
      const position = from + index;
      const place = { path: [...path, position], level, position, siblings: total };
      return { kind: 'node', root, node, ...place, isOpen: false };
    }),
    ...(end < to && nodes.length > 0 ? [{ ...gap, from: end, to }] : []),
  ];
}

/** True if the row can be opened. A root counts as openable until its members are fetched. */
export function opens({ root, node }: NodeRow): boolean {
  return node ? node.opens : root.source !== undefined;
}

function sizeText({ kind, size, opens: hasMore }: ValueNode): string | undefined {
  if (kind === 'array') return `${size.toLocaleString()} ${size === 1 ? 'item' : 'items'}`;
  if (kind === 'string' && hasMore) return l10n.t('{0} characters', size.toLocaleString());
  return undefined;
}

export function samePath(one: ValuePath, other: ValuePath): boolean {
  return one.length === other.length && one.every((step, index) => step === other[index]);
}
