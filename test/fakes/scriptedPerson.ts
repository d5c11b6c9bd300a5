// A person who answers the questions of servers as a test says: at once, or when the test says so.
import type { Form } from '../../src/mcp/elicitation/form.ts';
import type { Page } from '../../src/mcp/elicitation/page.ts';
import type {
  QuestionContext,
  Elicitation,
  FormAnswer,
  PageAnswer,
} from '../../src/mcp/elicitation/userInteraction.ts';

export type Question = QuestionContext &
  ({ readonly form: Form } | { readonly opens: Page } | { readonly waitsFor: Page });

export class ScriptedPerson implements Elicitation {
  /** The questions, in the order in which they arrived. */
  readonly questions: Question[] = [];
  form: (form: Form) => FormAnswer | Promise<FormAnswer> = () => ({ action: 'decline' });
  page: () => PageAnswer | Promise<PageAnswer> = () => ({ action: 'decline' });
  /** Returns the person's answer when the person comes back from a page. */
  back: () => PageAnswer | Promise<PageAnswer> = () => ({ action: 'accept' });

  fillIn(form: Form, asking: QuestionContext): Promise<FormAnswer> {
    this.questions.push({ ...asking, form });
    return Promise.resolve(this.form(form));
  }

  visit(page: Page, asking: QuestionContext): Promise<PageAnswer> {
    this.questions.push({ ...asking, opens: page });
    return Promise.resolve(this.page());
  }

  visited(page: Page, asking: QuestionContext): Promise<PageAnswer> {
    this.questions.push({ ...asking, waitsFor: page });
    return Promise.resolve(this.back());
  }
}
