// Shows the code of the run and marks the lines that made calls. The line of the selected call is highlighted; if
// several lines may have made the call, each of them is.
import * as l10n from '@vscode/l10n';
import { lineTokens, type LineState } from './codeTokens.ts';
import { element, spokenOnly, unspoken } from '../base/dom.ts';
import { Rows } from '../base/rows.ts';

/** Maximum number of characters of a line that are shown, since one line may be the whole script. */
const longestLine = 2_000;

export class CodePane {
  readonly element: HTMLElement;
  readonly #rows: Rows;
  readonly #note = element('p', { class: 'note', text: l10n.t('The code was not recorded.'), hidden: true });
  #lines: readonly string[] = [];
  /** The state in which each line begins, such as inside of a comment. */
  #states: readonly LineState[] = [];
  #calls: ReadonlyMap<number, readonly number[]> = new Map();
  #errors: ReadonlyMap<number, string> = new Map();
  #marked: readonly number[] = [];

  /** `onOpen` is called with the calls that the line may have made. */
  constructor(onOpen: (calls: readonly number[]) => void) {
    this.#rows = new Rows({
      id: 'code',
      label: l10n.t('Code'),
      role: 'listbox',
      rowHeight: 19,
      render: (row, index) => this.#render(row, index + 1),
      onOpen: (index) => onOpen(this.#calls.get(index + 1) ?? []),
    });
    this.element = element('section', { class: 'code-pane', aria: { label: l10n.t('Code of the run') } }, [
      this.#note,
      this.#rows.element,
    ]);
  }

  /** Undefined if the code was not recorded. */
  setCode(lines: readonly string[] | undefined): void {
    this.#note.hidden = lines !== undefined;
    this.#lines = lines ?? [];
    let state: LineState = 'code';
    this.#states = this.#lines.map((line) => {
      const begins = state;
      state = lineTokens(line.slice(0, longestLine), state).ends;
      return begins;
    });
    this.#rows.setCount(this.#lines.length);
  }

  setCalls(calls: ReadonlyMap<number, readonly number[]>): void {
    this.#calls = calls;
    this.#rows.redraw();
  }

  /** Sets the messages of errors, by line. */
  setErrors(errors: ReadonlyMap<number, string>): void {
    this.#errors = errors;
    this.#rows.redraw();
  }

  /** Highlights these lines and scrolls to the first. */
  mark(lines: readonly number[]): void {
    this.#marked = lines;
    this.#rows.clear();
    this.#rows.redraw();
    if (lines[0] !== undefined) this.#rows.reveal(lines[0] - 1, 'center');
  }

  show(line: number): void {
    this.#rows.activate(line - 1);
    this.#rows.reveal(line - 1, 'center');
  }

  #render(row: HTMLElement, line: number): void {
    const text = (this.#lines[line - 1] ?? '').slice(0, longestLine);
    const calls = this.#calls.get(line)?.length ?? 0;
    const error = this.#errors.get(line);
    const isMarked = this.#marked.includes(line);
    const isSure = this.#marked.length === 1;
    const marked = isSure ? l10n.t('made the selected call') : l10n.t('may have made the selected call');
    const said = [
      ...(error === undefined ? [] : [l10n.t('error: {0}', error)]),
      ...(calls === 0 ? [] : [`${calls.toLocaleString()} ${calls === 1 ? 'call' : 'calls'}`]),
      ...(isMarked ? [marked] : []),
    ];
    row.classList.toggle('line-marked', isMarked && isSure);
    row.classList.toggle('line-perhaps', isMarked && !isSure);
    row.classList.toggle('line-error', error !== undefined);
    if (said.length > 0) row.title = said.join(', ');
    row.append(
      spokenOnly([`${line}: ${text}`, ...said].join(', ')),
      unspoken('line-calls', [calls === 0 ? '' : calls.toLocaleString()]),
      unspoken('line-number', [String(line)]),
      unspoken(
        'line-text',
        lineTokens(text, this.#states[line - 1] ?? 'code').tokens.map((token) =>
          element('span', { class: `token-${token.kind}`, text: token.text }),
        ),
      ),
    );
  }
}
