// The public names of this room. Other rooms import them from here alone.
export { allocateBudget } from './allocateBudget.ts';
export { briefArguments } from './briefCall.ts';
export { explainLookup, listTools } from './explainLookup.ts';
export { otherLinesOf } from './otherTools.ts';
export { ToolFinder, findNamed, namesIn, type FindRequest, type FoundTool } from './toolFinder.ts';
