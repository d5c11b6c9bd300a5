// The public names of this room. Other rooms import them from here alone.
export { summaryOfBlock, type BlockSummary } from './blockSummary.ts';
export { holdValue, type HeldValue } from './heldValue.ts';
export { PagedValues } from './pagedValues.ts';
export { commentText } from './tableText.ts';
export { noValueWords, whyNoValue, type ValueAnswer, type ValueQuery } from './valueQueries.ts';
