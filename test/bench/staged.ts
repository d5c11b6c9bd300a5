// node test/bench/staged.ts: the rows of stagedBench alone.
import { stagedRows } from './stagedBench.ts';
import { table } from './measure.ts';

console.log(table(await stagedRows()));
