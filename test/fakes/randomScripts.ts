// Makes scripts that call tools in every possible way: in sequence, at once, in races, with caught and uncaught errors,
// between timers and within nested functions. The same seed gives the same script.
import { Random } from '../sandbox/random.ts';

/** `deep`: maximum nesting of blocks. */
export function randomScript(seed: number, deep = 3): string {
  return new ScriptWriter(new Random(seed)).script(deep);
}

class ScriptWriter {
  readonly #dice: Random;
  #names = 0;

  constructor(dice: Random) {
    this.#dice = dice;
  }

  script(deep: number): string {
    return [
      'const seen: unknown[] = [];',
      'const see = <T,>(what: T): T => { seen.push(what); console.log(JSON.stringify(what)); return what; };',
      'const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));',
      'const add = async (a: number, b: number) => (await tools.functions.add({ a, b })).sum as number;',
      ...this.#block(deep),
      'return { seen, now: Date.now(), dice: Math.random() };',
    ].join('\n');
  }

  #block(deep: number): string[] {
    return Array.from({ length: this.#dice.below(3) + 1 }, () => this.#statement(deep));
  }

  /** Returns the body of an async function. */
  #body(deep: number): string {
    return `{\n${this.#block(deep).join('\n')}\n}`;
  }

  #number(): string {
    return this.#dice.pick([
      '1',
      '2',
      '3',
      'seen.length',
      'Math.floor(Math.random() * 9)',
      '(Date.now() % 7)',
    ]);
  }

  #call(): string {
    return this.#dice.pick([
      `add(${this.#number()}, ${this.#number()})`,
      `add(seen.length, ${this.#number()})`,
      'tools.functions.getText({})',
      `tools.functions.refuse({ why: String(${this.#number()}) })`,
    ]);
  }

  #statement(deep: number): string {
    if (deep === 0)
      return this.#dice.pick([
        `see(await ${this.#guarded()});`,
        `await sleep(${this.#dice.below(50)});`,
        `see(${this.#number()});`,
      ]);
    const inner = () => `(async () => ${this.#body(deep - 1)})()`;
    const several = () =>
      Array.from({ length: this.#dice.below(3) + 2 }, () =>
        this.#dice.pick<() => string>([inner, () => this.#guarded()])(),
      ).join(', ');
    const name = `x${(this.#names += 1)}`;
    return this.#dice.pick<() => string>([
      () => `see(await ${this.#guarded()});`,
      () => `await Promise.all([${several()}]);`,
      () => `see((await Promise.allSettled([${several()}, ${this.#call()}])).map(({ status }) => status));`,
      () => `see(await Promise.race([${several()}]) ?? null);`,
      () =>
        `try { see(await ${this.#call()}); } catch (error) { see((error as Error).message); } finally ${this.#body(deep - 1)}`,
      () =>
        `for (let ${name} = 0; ${name} < ${this.#dice.below(3) + 1}; ${name} += 1) ${this.#body(deep - 1)}`,
      () =>
        `const ${name} = async () => ${this.#body(deep - 1)};\nawait Promise.all([${name}(), ${name}()]);`,
      () => `const ${name} = ${this.#guarded()};\nawait sleep(${this.#dice.below(20)});\nsee(await ${name});`,
      () => `if (Math.random() < 0.5) ${this.#body(deep - 1)} else ${this.#body(deep - 1)}`,
      () => `setTimeout(() => see("late"), ${this.#dice.below(5) + 1});`,
    ])();
  }

  /** Returns a call whose failure is caught. */
  #guarded(): string {
    return `${this.#call()}.catch((error: Error) => error.message)`;
  }
}
