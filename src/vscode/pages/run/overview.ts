// The band above the bars: the time axis, the periods in which the script itself ran and in which the user was asked,
// and the number of simultaneous calls.
import * as l10n from '@vscode/l10n';
import { lengthOf, type RunFrame, type Span } from '../../../journal/trace/runView.ts';
import { axisText, axisTicks, durationText } from '../../../journal/trace/timeAxis.ts';
import { element, svg } from '../base/dom.ts';
import type { TimeScale } from './timeScale.ts';

type SpanLayer = readonly [className: string, spans: readonly Span[]];

const height = 14;
/** Width of a label of the axis, in pixels. */
const labelWidth = 60;
/** Minimum width of a drawn span, in pixels. */
const shortest = 1.5;

export class Overview {
  readonly element = element('div', { class: 'overview' });
  readonly #scale: TimeScale;

  constructor(scale: TimeScale) {
    this.#scale = scale;
  }

  /** Draws the band and returns the times of the axis. `width`: width of the chart, in pixels. */
  draw(frame: RunFrame, width: number): readonly number[] {
    const scale = this.#scale;
    const ticks = axisTicks(scale.from, scale.to, Math.max(2, Math.floor(width / labelWidth)));
    const axis = element('div', { class: 'chart axis' });
    for (const at of ticks) {
      const label = element('span', { text: axisText(at) });
      const part = scale.partOf(at);
      label.style.left = `${part * 100}%`;
      // The last label would stand half outside.
      if (part > 0.94) label.classList.add('axis-last');
      axis.append(label);
    }
    const { script, scriptAt, asked, atOnce, mostAtOnce, marks } = frame;
    const prepared = scriptAt === undefined ? [] : [{ from: 0, to: scriptAt }];
    const spans = (...layers: readonly SpanLayer[]) => spanChart(scale, width, layers);
    const ran = spans(['span-prepare', prepared], ['span-script', script]);
    const bands = [band(l10n.t('Time'), axis), band(l10n.t('Script'), ran, durationText(frame.scriptMs))];
    if (asked.length > 0)
      bands.push(
        band(l10n.t('Waiting for you'), spans(['span-asked', asked]), durationText(lengthOf(asked))),
      );
    if (marks.length > 0) bands.push(band(l10n.t('Progress'), this.#marks(marks), `${marks.length}`));
    if (mostAtOnce > 1) {
      const steps = this.#steps(width, atOnce, mostAtOnce, frame.endMs);
      bands.push(band(l10n.t('Calls at once'), steps, l10n.t('at most {0}', mostAtOnce)));
    }
    this.element.replaceChildren(...bands);
    return ticks;
  }

  #marks(marks: RunFrame['marks']): HTMLElement {
    const made = element('div', { class: 'chart' });
    for (const { at, message } of marks) {
      const part = this.#scale.partOf(at);
      if (part < 0 || part > 1) continue;
      const mark = element('span', { class: 'progress-mark', title: message });
      mark.style.left = `${part * 100}%`;
      made.append(mark);
    }
    return made;
  }

  #steps(width: number, steps: RunFrame['atOnce'], most: number, endMs: number): SVGElement {
    const x = (at: number) => Math.min(width, Math.max(0, this.#scale.partOf(at) * width)).toFixed(1);
    const y = (calls: number) => (height - 1 - (calls / most) * (height - 2)).toFixed(1);
    const drawn = steps.map(
      ({ at, calls }, index) => `${index === 0 ? `M${x(at)} ${height}` : `H${x(at)}`}V${y(calls)}`,
    );
    return chart(width, [svg('path', { class: 'steps', d: `${drawn.join('')}H${x(endMs)}V${height}Z` })]);
  }
}

/** Draws spans of several kinds over one another; `width` in pixels. */
export function spanChart(scale: TimeScale, width: number, layers: readonly SpanLayer[]): SVGElement {
  return chart(
    width,
    layers.map(([className, spans]) => {
      const drawn = spans.map(({ from, to }) => {
        const [left, right] = [
          Math.max(-1, scale.partOf(from) * width),
          Math.min(width + 1, scale.partOf(to) * width),
        ];
        if (right < 0 || left > width) return '';
        return `M${left.toFixed(1)} 3H${Math.max(right, left + shortest).toFixed(1)}V${height - 3}H${left.toFixed(1)}Z`;
      });
      return svg('path', { class: className, d: drawn.join('') });
    }),
  );
}

function band(name: string, drawn: Element, note = ''): HTMLElement {
  return element('div', { class: 'band' }, [
    element('span', { class: 'band-name', text: name }),
    drawn,
    element('span', { class: 'band-note', text: note, title: note }),
  ]);
}

function chart(width: number, children: readonly Node[]): SVGElement {
  return svg(
    'svg',
    {
      class: 'chart',
      viewBox: `0 0 ${Math.max(1, width)} ${height}`,
      preserveAspectRatio: 'none',
      'aria-hidden': 'true',
    },
    children,
  );
}
