import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/base/json.ts';
import { CalledTools, meantCalls, toolName } from '../../../../src/models/stateless/calledTools.ts';
import { ChatError } from '../../../../src/models/stateless/chatError.ts';
import type { ModelToolCall } from '../../../../src/models/askModel.ts';

const methods = new Map([
  ['getCity', 'get_city'],
  ['sendMail', 'send-mail'],
  ['sendMail2', 'send_mail'],
]);
const tools = new CalledTools(['get_city', 'send-mail', 'send_mail', 'tool_search', 'ask_user'], methods);

describe('the tool that a model means by a name', () => {
  const meant: readonly (readonly [name: string, tool: string | undefined])[] = [
    ['get_city', 'get_city'],
    ['getCity', 'get_city'],
    ['GetCity', 'get_city'],
    ['get-city', 'get_city'],
    ['functions.get_city', 'get_city'],
    ['tools.functions.getCity', 'get_city'],
    ['tools.functions["get_city"]', 'get_city'],
    ['functions_get_city', 'get_city'],
    [' functions::getCity', 'get_city'],
    ['default_api.get_city', 'get_city'],
    ['functions.get_city:0', 'get_city'],
    ['get_city<|channel|>commentary', 'get_city'],
    ['functions.askUser', 'ask_user'],
    ['tool_search', 'tool_search'],
    ['functions.tool_search', 'tool_search'],
    ['functions.executeCode', 'executeCode'],
    ['execute_code', 'executeCode'],
    ['ExecuteCode', 'executeCode'],
    ['functions.execute_code', 'executeCode'],
    ['code_mode.executeCode', 'executeCode'],
    ['mcp__code-mode__executeCode', 'executeCode'],
    ['functions.executeCode:12', 'executeCode'],
    ['executeCode<|channel|>json', 'executeCode'],
    ['functions.find_tools', 'findTools'],
    // Two tools have these letters.
    ['SendMail', undefined],
    ['sendMail', 'send-mail'],
    ['functions.sendMail2', 'send_mail'],
    // Perhaps another server's tool, which the client does not have.
    ['payments.get_city', undefined],
    ['get_cities', undefined],
    ['execute', undefined],
    ['reexecuteCode', undefined],
    ['', undefined],
    ['functions.', undefined],
    ['constructor', undefined],
  ];
  for (const [name, tool] of meant)
    it(`is ${tool} for ${JSON.stringify(name)}`, () => assert.equal(tools.find(name), tool));

  it('is its own where it has the letters of ours', () => {
    const own = new CalledTools(['execute_code'], new Map([['executeCode', 'execute_code']]));
    assert.deepEqual(
      ['execute_code', 'functions.execute_code', 'executeCode', 'functions.executeCode', 'Execute-Code'].map(
        (name) => own.find(name),
      ),
      ['execute_code', 'execute_code', 'executeCode', 'executeCode', undefined],
    );
  });

  it('is none where one tool has the name that scripts have for another', () => {
    const alike = new CalledTools(
      ['get_city', 'getCity'],
      new Map([
        ['getCity', 'get_city'],
        ['getCity2', 'getCity'],
      ]),
    );
    assert.deepEqual(
      ['getCity', 'functions.getCity', 'functions.getCity2'].map((name) => alike.find(name)),
      ['getCity', undefined, 'getCity'],
    );
  });

  it('is none for a name that is longer than any', () =>
    assert.equal(tools.find(`${'functions.'.repeat(30)}getCity`), undefined));

  it('has the name that the request has for it, whatever its kind', () => {
    assert.deepEqual(
      [
        { type: 'function', function: { name: 'a' } },
        { type: 'custom', name: 'b' },
        { type: 'web_search' },
      ].map(toolName),
      ['a', 'b', 'web_search'],
    );
  });
});

describe('the calls that a model means', () => {
  const call = (name: string, given: JsonValue): ModelToolCall => {
    const text = JSON.stringify(given);
    return { id: 'c1', name, text, raw: { id: 'c1', extra: 'kept', function: { name, arguments: text } } };
  };
  const read = (...calls: readonly ModelToolCall[]) =>
    meantCalls(calls, tools).map(({ id, name, text }) => [id, name, text]);
  const uses = (...names: readonly string[]) => ({
    tool_uses: names.map((name) => ({ recipient_name: name, parameters: { of: name } })),
  });

  it('are those within multi_tool_use.parallel, each under its own id', () =>
    assert.deepEqual(
      read(call('multi_tool_use.parallel', uses('functions.executeCode', 'functions.getCity'))),
      [
        ['c1', 'executeCode', '{"of":"functions.executeCode"}'],
        ['c1_1', 'get_city', '{"of":"functions.getCity"}'],
      ],
    ));

  for (const name of ['functions.multi_tool_use.parallel', 'multi_tool_use_parallel', 'multi_tool_use']) {
    it(`are those within ${name}`, () =>
      assert.deepEqual(read(call(name, uses('get_city'))), [['c1', 'get_city', '{"of":"get_city"}']]));
  }

  for (const given of [{}, { tool_uses: [] }, { tool_uses: [7] }, { tool_uses: [{ parameters: {} }] }, []]) {
    it(`are one of no tool where multi_tool_use.parallel has ${JSON.stringify(given)}`, () =>
      assert.deepEqual(read(call('multi_tool_use.parallel', given)), [
        ['c1', 'multi_tool_use_parallel', JSON.stringify(given)],
      ]));
  }

  it('stand in the history under names that servers take', () => {
    const raws = meantCalls(
      [call('functions.executeCode', {}), call('no such.tool!', {}), call('', {})],
      tools,
    ).map(({ raw }) => raw);
    assert.deepEqual(
      raws.map(({ function: called }) => called),
      ['executeCode', 'no_such_tool_', 'unnamed'].map((name) => ({ name, arguments: '{}' })),
    );
    assert.equal(raws[0]?.['extra'], 'kept');
  });

  it('are refused where they are too many', () => {
    const many = call('multi_tool_use.parallel', uses(...Array.from({ length: 129 }, () => 'get_city')));
    assert.throws(() => read(many), ChatError);
  });
});
