// How deep a value of a record may be: whoever can write into the folder may have written any, and what reads values goes down with them.
import { limitBounds } from '../sandbox/host/limitBounds.ts';

/** Of a script's value, with what a result of a tool or a failure has around it. */
export const deepestReadable = limitBounds.valueDepth.maximum + 100;
