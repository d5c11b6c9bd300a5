// The public names of this room. Other rooms import them from here alone.
export { chooseModel } from './chooseModel.ts';
export {
  choicesProblem,
  contentOf,
  type Choice,
  type ChoicesField,
  type FieldValue,
  type Form,
  type FormField,
  type TypedField,
} from './form.ts';
export { Mutex } from './mutex.ts';
export { pagesOfError, type Page } from './page.ts';
export { textOfSampling, type SamplingRequest } from './samplingRequest.ts';
export { allowedValuesText, typedValue, type TypedValue } from './typedValue.ts';
export {
  capabilitiesOf,
  noInteraction,
  type Declined,
  type Elicitation,
  type FormAnswer,
  type PageAnswer,
  type QuestionContext,
  type Sampling,
  type SamplingAnswer,
  type UserInteraction,
} from './userInteraction.ts';
export { UserRequests } from './userRequests.ts';
