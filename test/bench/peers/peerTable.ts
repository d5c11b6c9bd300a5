// Writes the comparison as a Markdown table that names the faster sandbox in every row.
import { shown } from '../measure.ts';
import type { ComparedRow, ContenderName, Figure } from './comparePeers.ts';
import type { Work } from './work.ts';

const peers: readonly ContenderName[] = ['@utcp/code-mode', 'quickjs-emscripten'];
/** Ratio below which two figures count as equal: medians of a busy machine differ by as much. */
const tie = 1.1;

export function peerTable(rows: readonly ComparedRow[]): string {
  const head = ['work', 'Code Mode', ...peers.flatMap((peer) => [`\`${peer}\``, 'ratio']), 'ahead', 'how'];
  const lines = rows.map(({ work, figures }) => {
    const ours = figures['code-mode'];
    const others = peers.flatMap((peer) => [cell(figures[peer], work), ratio(ours, figures[peer], work)]);
    return [work.name, cell(ours, work), ...others, leader(figures, work), work.how];
  });
  return [head, head.map((_, column) => (column >= 1 && column <= 5 ? '---:' : '---')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Writes one row as one line. */
export function peerText({ work, figures }: ComparedRow): string {
  const all = (['code-mode', ...peers] as const).map((name) => `${name} ${cell(figures[name], work)}`);
  return `${work.name}: ${all.join(', ')}`;
}

function cell(figure: Figure, { unit }: Work): string {
  return typeof figure === 'number'
    ? `${shown(figure)} ${unit}`
    : `none: ${figure.split('\n')[0]?.slice(0, 60) ?? ''}`;
}

/** Returns how many times better Code Mode is than the peer; under 1 if the peer is better. */
function advantage(ours: Figure, theirs: Figure, { unit }: Work): number | undefined {
  if (typeof ours !== 'number' || typeof theirs !== 'number') return undefined;
  return unit.endsWith('/s') ? ours / theirs : theirs / ours;
}

function ratio(ours: Figure, theirs: Figure, work: Work): string {
  const times = advantage(ours, theirs, work);
  if (times === undefined || !Number.isFinite(times)) return '';
  return `${times >= 10 ? times.toFixed(0) : times.toFixed(2)}×`;
}

function leader(figures: ComparedRow['figures'], work: Work): string {
  const worst = Math.min(
    ...peers.map((peer) => advantage(figures['code-mode'], figures[peer], work) ?? Infinity),
  );
  if (worst === Infinity) return '';
  if (worst > tie) return 'we';
  return worst >= 1 / tie ? 'even' : '**a peer**';
}
