// The public names of this room. Other rooms import them from here alone.
export { advice, forReader } from './advice.ts';
export { cutJson, cutValue } from './cutJson.ts';
export { displayText } from './displayText.ts';
export { dryRunText } from './dryRunText.ts';
export { effectOf, effectWords, needsApproval, type ToolEffect } from './effectOf.ts';
export { explainFailure } from './explainFailure.ts';
export { contentText, failureMessage, withoutPath, wordsOf } from './failureMessage.ts';
export { formatAge } from './formatAge.ts';
export { fitLines, formatResult, offersResume, valueCharacters } from './formatResult.ts';
export { errorText, warningText } from './problemText.ts';
export { quotedPlaces } from './quotedLine.ts';
export { receipt } from './receipt.ts';
export { sizeText } from './sizeText.ts';
export { stripBinary } from './stripBinary.ts';
