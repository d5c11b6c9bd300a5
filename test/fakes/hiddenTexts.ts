// A server each of whose texts has control characters, invisible characters or characters that change the direction of
// text.
import type { CallOutcome, ServerListing } from '../../src/catalog/toolSource.ts';
import { FakeToolSource, toolDefinition } from './fakeToolSource.ts';

/**
 * C1 controls, DEL, direction marks, zero-width characters, tag characters, a line separator, variation selectors, a
 * broken surrogate.
 */
export const hiddenPart =
  '\u009b2J\u007f\u202e\u2066\u200b\ufeff\u{e0041}\u{e0042}\u2028\u{e0100}\ud800\u001b[2J';

/**
 * Matches characters that no text for a person or a model may contain; only `\n` and tabs are allowed among the control
 * characters.
 */
export const forbidden =
  /[^\P{Cc}\n\t]|[\p{Cs}\p{Zl}\p{Zp}\u200b\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e0fff}]/u;

const said = (text: string) => `${text}${hiddenPart} now`;

/** A name with a broken surrogate cannot become a type. */
const key = said('key').toWellFormed();

const schema = {
  type: 'object',
  description: said('All of it'),
  properties: {
    [key]: { type: 'string', description: said('A key'), pattern: said('^a'), default: said('a') },
    kind: { enum: [said('one'), said('two')], title: said('Kind') },
    part: { $ref: `#/$defs/${said('Part')}` },
    count: { type: 'number', description: said('How many'), examples: [said('few')] },
  },
  required: ['kind', key],
  $defs: { [said('Part')]: { type: 'object', title: said('Part'), properties: { a: { const: said('x') } } } },
};

export class HiddenTexts extends FakeToolSource {
  constructor() {
    super({
      name: 'odd',
      instructions: said('Use it'),
      tools: [
        toolDefinition(said('read it'), {
          title: said('Read'),
          description: `${said('Reads the rows')}. ${said('Then more')}.`,
          inputSchema: schema,
          outputSchema: schema,
          annotations: { readOnlyHint: true },
        }),
        toolDefinition('fail', { annotations: { readOnlyHint: true } }),
        toolDefinition('refuse', { annotations: { readOnlyHint: true } }),
      ],
    });
  }

  override async listTools(
    server: string,
    options: Parameters<FakeToolSource['listTools']>[1],
  ): Promise<ServerListing> {
    const listing = await super.listTools(server, options);
    return listing.ok
      ? { ...listing, version: said('1.0'), warnings: [said('something is wrong')] }
      : listing;
  }

  override callTool(server: string, tool: string): Promise<CallOutcome> {
    if (tool === 'fail')
      return Promise.resolve({
        ok: true,
        result: { content: [{ type: 'text', text: said('It broke') }], isError: true },
      });
    const error = { server, tool, message: said('It was refused'), retryable: false, content: [] };
    return Promise.resolve({ ok: false, error: { ...error, code: 'protocol_error' } });
  }
}
