// Prints the rows of stagedBench alone: node test/bench/staged.ts.
import { stagedRows } from './stagedBench.ts';
import { table } from './measure.ts';

console.log(table(await stagedRows()));
