// Lists of tools that are made to cost their reader time, as the text of a JSON-RPC result. `refused`: pattern of the
// server's error.
import { hostileSchemas } from './hostileSchemas.ts';

export interface HostileList {
  readonly list: string;
  /** The result of `initialize`. Absent: a normal result. */
  readonly initialize?: string;
  /** Set if none of the tools can be used. */
  readonly refused?: RegExp;
}

const inputSchema = { type: 'object', properties: { a: { type: 'string' } } };
const tool = (changes: object = {}) => ({
  name: 'read_file',
  description: 'Reads a file.',
  inputSchema,
  annotations: { readOnlyHint: true },
  ...changes,
});
const listOf = (...tools: readonly unknown[]): HostileList => ({ list: JSON.stringify({ tools }) });
const many = (count: number, make: (index: number) => unknown) =>
  listOf(...Array.from({ length: count }, (_, index) => make(index)));
const described = (description: string) => listOf(tool({ description }));

function initializing(fields: object): HostileList {
  const result = {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'x', version: '1' },
    ...fields,
  };
  return { ...listOf(tool()), initialize: JSON.stringify(result) };
}

const texts: Record<string, HostileList> = {
  'a description of one letter, 5 MB': described('A'.repeat(5_000_000)),
  'a description of one small letter, 5 MB': described('a'.repeat(5_000_000)),
  'a description of 100,000 capitals and an s': described(`${'A'.repeat(100_000)}s`),
  'a description of spaces': described(`${' '.repeat(100_000)}x`),
  'a description of line ends': described('\n \n'.repeat(50_000)),
  'a description of stars and slashes': described('*/'.repeat(50_000)),
  'a description of at signs': described(' @a'.repeat(50_000)),
  'a description of sentence ends': described('. A! b? '.repeat(20_000)),
  'a description of quotes': described('"'.repeat(100_000)),
  'a description of numbers': described('1.'.repeat(50_000)),
  'a description of headings': described('## x\n'.repeat(20_000)),
  'a description of lone surrogates': described('\ud800'.repeat(50_000)),
  'a description that turns the direction of writing': described(
    '\u202e\u2066\u200b\u{e0041}'.repeat(10_000),
  ),
  'a title of one letter': listOf(tool({ title: 'B'.repeat(1_000_000) })),
  'a thousand descriptions of 15,000 letters': many(300, (index) =>
    tool({ name: `t${index}`, description: 'Ab'.repeat(7_500) }),
  ),
  'instructions of one letter, 5 MB': initializing({ instructions: 'C'.repeat(5_000_000) }),
  'instructions of spaces': initializing({ instructions: `x${' '.repeat(100_000)}x` }),
  'a version of 1 MB': initializing({
    serverInfo: { name: 'n'.repeat(1_000_000), version: 'v'.repeat(1_000_000) },
  }),
};

const names: Record<string, HostileList> = {
  'a name of 5 MB': listOf(tool({ name: 'n'.repeat(5_000_000) }), tool()),
  'names of 256 letters': many(1_000, (index) => tool({ name: `${'aB'.repeat(120)}${index}` })),
  'names that all become one': many(1_000, (index) =>
    tool({ name: `a${'-'.repeat((index % 200) + 1)}${'_'.repeat(Math.floor(index / 200))}` }),
  ),
  'names that differ in what cannot be seen': listOf(
    ...['read', 're\u200bad', 're\u2060ad', 'r\u{e0061}ead', 'read\u202e'].map((name) => tool({ name })),
  ),
  'names of lone surrogates': listOf(...['a\ud800', 'a\ud801', '\udfff'].map((name) => tool({ name }))),
  'names that look alike': listOf(...['admin', 'аdmin', 'аdmіn'].map((name) => tool({ name }))),
  'names of every object': listOf(
    ...['__proto__', 'constructor', 'toString', 'then', 'hasOwnProperty', 'toJSON'].map((name) =>
      tool({ name }),
    ),
  ),
  'names of nothing': listOf(...['', ' ', '---', '\u200b', '\n'].map((name) => tool({ name })), tool()),
  'one name 1,000 times': many(1_000, () => tool()),
  'names of our own': listOf(...['$resources', '$prompts', 'raw', 'tools'].map((name) => tool({ name }))),
};

const shapes: Record<string, HostileList> = {
  '50,000 tools': { ...many(50_000, (index) => tool({ name: `t${index}` })), refused: /too large|more than/ },
  '50,000 tools without a field': many(50_000, () => ({})),
  '3,000 tools': many(3_000, (index) => ({ name: `t${index}`, inputSchema: {} })),
  'a thousand large schemas': many(60, (index) =>
    tool({
      name: `t${index}`,
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 300 }, (_, at) => [`p${at}`, { type: 'string' }]),
        ),
      },
    }),
  ),
  '2 million values': { list: `{"tools":[${'[],'.repeat(2_000_000)}[]]}`, refused: /too large|more than/ },
  '100,000 properties': {
    ...many(1, () =>
      tool({
        inputSchema: {
          properties: Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`p${at}`, true])),
        },
      }),
    ),
    refused: /over 60000 fields/,
  },
  '400,000 fields': {
    list: `{"tools":[{${Array.from({ length: 400_000 }, (_, index) => `"k${index}":0`).join(',')}}]}`,
    refused: /too large|more than/,
  },
  '20 MB': { list: `{"tools":[],"x":"${'y'.repeat(20_000_000)}"}`, refused: /too large|MB/ },
  'no list': { list: '{"tools":{"length":3}}', refused: /lacks tools/ },
  'things that are no tools': listOf(
    null,
    7,
    'x',
    [],
    {},
    { name: 1 },
    { name: 'x' },
    { name: 'y', inputSchema: null },
    tool(),
  ),
  'numbers beyond all numbers': {
    list: '{"tools":[{"name":"t","inputSchema":{"type":"object","properties":{"a":{"minimum":1e400,"maximum":-1e400,"default":1e999,"multipleOf":1e-400}}}}]}',
  },
  'schemas 10,000 levels deep': {
    list: `{"tools":[{"name":"t","inputSchema":${'{"properties":{"a":'.repeat(10_000)}{}${'}}'.repeat(10_000)}}]}`,
  },
  'arrays 100,000 levels deep': {
    list: `{"tools":[{"name":"t","inputSchema":{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}]}`,
  },
  'fields that are there twice': {
    list: '{"tools":[{"name":"a","name":"b","inputSchema":{},"inputSchema":{"type":"object"}}]}',
  },
  'fields of every object': {
    list: '{"tools":[{"name":"a","inputSchema":{},"__proto__":{"x":1},"constructor":1}],"__proto__":{"tools":1}}',
  },
  '10,000 icons': listOf(
    tool({
      icons: Array.from({ length: 10_000 }, () => ({ src: `data:image/png;base64,${'A'.repeat(100)}!` })),
    }),
  ),
  'an output schema of 1 MB': listOf(
    tool({ outputSchema: { type: 'object', description: 'o'.repeat(1_000_000) } }),
  ),
  'an exponential output schema': listOf(
    tool({ outputSchema: hostileSchemas['exponential allOf by reference'] }),
  ),
  'annotations of the wrong kind': listOf(
    tool({ annotations: { readOnlyHint: 'true', title: 'T'.repeat(100_000) } }),
  ),
};

const schemas = Object.fromEntries(
  Object.entries(hostileSchemas).map(([what, schema]) => [what, listOf(tool({ inputSchema: schema }))]),
);

export const hostileLists: Readonly<Record<string, HostileList>> = {
  ...Object.fromEntries(Object.entries(texts).map(([what, list]) => [`text: ${what}`, list])),
  ...Object.fromEntries(Object.entries(names).map(([what, list]) => [`names: ${what}`, list])),
  ...Object.fromEntries(Object.entries(shapes).map(([what, list]) => [`list: ${what}`, list])),
  ...Object.fromEntries(Object.entries(schemas).map(([what, list]) => [`schema: ${what}`, list])),
};
