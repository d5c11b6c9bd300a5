// The public names of this room. Other rooms import them from here alone.
export { holdValue, PagedValues } from './pagedValues.ts';
export { commentText } from './tableText.ts';
export type { HeldValue, ValueAnswer, ValueQuery } from './valueQueries.ts';
export { summaryOfBlock, type BlockSummary } from './valueShape.ts';
export { noValueWords, whyNoValue } from './valueView.ts';
