// The part of a run's time that is in view, and where a time stands in it. Zooming keeps a time where it is.

const least = 0.05;

export class TimeScale {
  #end = 1;
  #from = 0;
  #to = 1;

  get from(): number {
    return this.#from;
  }

  get to(): number {
    return this.#to;
  }

  get isWhole(): boolean {
    return this.#from === 0 && this.#to === this.#end;
  }

  /** The run has got that long. What shows all of it goes on to. */
  setEnd(end: number): void {
    const isWhole = this.isWhole;
    this.#end = end;
    if (isWhole) this.fit();
    else this.#set(this.#from, this.#to - this.#from);
  }

  fit(): void {
    this.#from = 0;
    this.#to = this.#end;
  }

  show(from: number, to: number): void {
    this.#set(from, to - from);
  }

  /** `factor` below 1 shows less time; `around` stays where it is. */
  zoom(factor: number, around = (this.#from + this.#to) / 2): void {
    const span = Math.min(this.#end, Math.max(least, (this.#to - this.#from) * factor));
    const part = (around - this.#from) / (this.#to - this.#from);
    this.#set(around - part * span, span);
  }

  /** By a part of what is in view. */
  pan(part: number): void {
    const span = this.#to - this.#from;
    this.#set(this.#from + part * span, span);
  }

  /** Moves so that it is in view. */
  reveal(at: number): void {
    const span = this.#to - this.#from;
    if (at < this.#from || at > this.#to) this.#set(at - span / 2, span);
  }

  /** In parts of what is in view: 0 to 1 is in view. */
  partOf(at: number): number {
    return (at - this.#from) / (this.#to - this.#from);
  }

  #set(from: number, span: number): void {
    this.#from = Math.max(0, Math.min(from, this.#end - span));
    this.#to = this.#from + span;
  }
}
