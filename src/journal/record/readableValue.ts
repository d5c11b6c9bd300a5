// Limits the depth of recorded values that are read. Anybody with access to the folder may have written a record, and
// the readers of values are recursive.
import { limitBounds } from '../../sandbox/index.ts';

/** Depth that a script's value can have, plus the objects around it in the result of a tool or in a failure. */
export const deepestReadable = limitBounds.valueDepth.maximum + 100;
