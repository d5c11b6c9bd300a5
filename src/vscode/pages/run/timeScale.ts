// The part of a run's time that is in view, and the position of a time in the view. Zooming keeps a chosen time at its
// position.

const least = 0.05;

export class TimeScale {
  from = 0;
  to = 1;
  #end = 1;

  get isWhole(): boolean {
    return this.from === 0 && this.to === this.#end;
  }

  /** Sets the length of the run. A view of the whole run is extended. */
  setEnd(end: number): void {
    const isWhole = this.isWhole;
    this.#end = end;
    if (isWhole) this.fit();
    else this.#set(this.from, this.#span);
  }

  fit(): void {
    this.from = 0;
    this.to = this.#end;
  }

  show(from: number, to: number): void {
    this.#set(from, to - from);
  }

  /** `factor` below 1 shows less time; the time `around` stays at its position. */
  zoom(factor: number, around = (this.from + this.to) / 2): void {
    const span = Math.min(this.#end, Math.max(least, this.#span * factor));
    this.#set(around - this.partOf(around) * span, span);
  }

  /** Moves the view by a part of its width. */
  pan(part: number): void {
    this.#set(this.from + part * this.#span, this.#span);
  }

  /** Moves the view so that the time is in it. */
  reveal(at: number): void {
    if (at < this.from || at > this.to) this.#set(at - this.#span / 2, this.#span);
  }

  /** Position of a time as a part of the view; times from 0 to 1 are in view. */
  partOf(at: number): number {
    return (at - this.from) / this.#span;
  }

  get #span(): number {
    return this.to - this.from;
  }

  #set(from: number, span: number): void {
    this.from = Math.max(0, Math.min(from, this.#end - span));
    this.to = this.from + span;
  }
}
