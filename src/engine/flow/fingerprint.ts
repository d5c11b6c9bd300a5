/** 64 bits of a text that comes in parts (cyrb53), which is enough for what is no secret and no proof. */
export class Fingerprint {
  #first = 0xdeadbeef;
  #second = 0x41c6ce57;

  constructor(text: string) {
    this.add(text);
  }

  add(text: string): void {
    let [first, second] = [this.#first, this.#second];
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      first = Math.imul(first ^ code, 2_654_435_761);
      second = Math.imul(second ^ code, 1_597_334_677);
    }
    this.#first = first;
    this.#second = second;
  }

  /** Four characters of any kind: they are only compared, and digits would take most of the time. */
  get text(): string {
    let [first, second] = [this.#first, this.#second];
    first = Math.imul(first ^ (first >>> 16), 2_246_822_507) ^ Math.imul(second ^ (second >>> 13), 3_266_489_909);
    second = Math.imul(second ^ (second >>> 16), 2_246_822_507) ^ Math.imul(first ^ (first >>> 13), 3_266_489_909);
    return String.fromCharCode(first >>> 16, first & 0xffff, second >>> 16, second & 0xffff);
  }
}
