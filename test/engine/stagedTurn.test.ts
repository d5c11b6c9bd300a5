// Tests a turn in stages over the whole engine: each transition from one stage to the next, and each end, with a model
// that answers by a script.
import assert from 'node:assert/strict';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { runStoreIn } from '../fakes/runStoreIn.ts';
import {
  lastText,
  PlayedModel,
  resultsIn,
  toolNames,
  type PlayedAnswer,
  type PlayedStep,
} from '../fakes/codeChatClient.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { InMemorySource, structuredResult, type InMemoryTool } from '../fakes/inMemorySource.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { user } from './chatBed.ts';
import type { JsonObject } from '../../src/base/json.ts';
import type { Approver } from '../../src/engine/consent/approval.ts';
import { formatResult } from '../../src/engine/formatting/formatResult.ts';
import type { RunStage } from '../../src/engine/runJournal.ts';
import { defaultBudget } from '../../src/engine/textBudget.ts';
import type { RunStore } from '../../src/journal/runStore.ts';
import { isScriptMistake } from '../../src/engine/scriptMistake.ts';
import { answerInStages } from '../../src/models/staged/stagedTurn.ts';
import type { StagedOutcome, StagedStyle } from '../../src/models/staged/stagedRequest.ts';

const takes = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const text = { type: 'string' };
const failing = { content: [{ type: 'text' as const, text: 'the station is closed' }], isError: true };

const servers: Readonly<Record<string, readonly InMemoryTool[]>> = {
  geo: [
    {
      name: 'get_city',
      description: 'Gets the city of a country.',
      inputSchema: takes({ country: text }),
      outputSchema: takes({ city: text }),
      answer: ({ country }) => structuredResult({ city: country === 'NO' ? 'Oslo' : 'Bern' }),
    },
    {
      name: 'list_countries',
      description: 'Lists countries.',
      inputSchema: takes({}),
      answer: () => structuredResult({ all: ['NO', 'CH'] }),
    },
  ],
  weather: [
    {
      name: 'get_forecast',
      description: 'Gets the weather forecast of a city.',
      inputSchema: takes({ city: text }),
      answer: ({ city }) => structuredResult({ city: city ?? '', degrees: 7 }),
    },
    { name: 'get_station', description: 'Gets a station.', inputSchema: takes({}), answer: () => failing },
  ],
  notes: [
    {
      name: 'save',
      description: 'Saves a note.',
      annotations: { readOnlyHint: false },
      inputSchema: takes({ text }),
      answer: () => structuredResult({ ok: true }),
    },
  ],
};

const prompt = 'What is the weather forecast for the city of NO?';
const select = (...tools: readonly string[]): PlayedAnswer => ({
  calls: [{ name: 'choose_tools', input: { reasoning: 'they fit', tools } }],
});
const script = (code: string): PlayedAnswer => ({ calls: [{ name: 'run_script', input: { code } }] });
const plan = (...calls: readonly JsonObject[]): PlayedAnswer => ({
  calls: [{ name: 'make_calls', input: { calls } }],
});
const both = select('geo.getCity', 'weather.getForecast');
const forecast = `const { city } = await tools.geo.getCity({ country: "NO" });
return await tools.weather.getForecast({ city });`;
const wrongScript = 'return await tools.geo.getCity({ land: "NO" });';
const answers: PlayedAnswer = { text: 'It will be 7 degrees in Oslo, says the forecast.' };
/** Repeats the text that the model must interpret. */
const repeats: PlayedStep = (request) => ({ text: lastText(request) });

interface Row {
  readonly does: string;
  readonly style?: StagedStyle;
  readonly servers?: Readonly<Record<string, readonly InMemoryTool[]>>;
  readonly model: readonly PlayedStep[];
  readonly approver?: Approver;
  /** Default: answered. */
  readonly kind?: StagedOutcome['kind'];
  readonly stages: string;
  /** Names of the tools that were called, in any order. */
  readonly calls?: readonly string[];
  readonly answer?: RegExp;
  readonly progress?: RegExp;
}

const rows: readonly Row[] = [
  {
    does: 'chooses, writes, runs and interprets',
    model: [both, script(forecast), answers],
    stages: 'select write run interpret',
    calls: ['get_city', 'get_forecast'],
    answer: /^It will be 7 degrees in Oslo, says the forecast\.$/,
    progress: /Chose tools\.geo\.getCity, tools\.weather\.getForecast: they fit/,
  },
  {
    does: 'takes a choice and a script that come as text',
    model: [
      { text: 'I choose: {"reasoning": "fits", "tools": ["geo.getCity", "weather.get_forecast"]}' },
      { text: `Here it is:\n\`\`\`ts\n${forecast}\n\`\`\`` },
      answers,
    ],
    stages: 'select write run interpret',
    calls: ['get_city', 'get_forecast'],
  },
  {
    does: 'repairs the JSON of a choice and of a script',
    model: [
      { text: "{'reasoning': 'fits', 'tools': ['getCity', 'tools.weather.getForecast(input)',]" },
      { text: `{"code": "${forecast.replaceAll('"', '\\"')}",}` },
      answers,
    ],
    stages: 'select write run interpret',
    calls: ['get_city', 'get_forecast'],
  },
  {
    does: 'answers directly where no tools are needed',
    model: [select(), answers],
    stages: 'select answer',
    answer: /It will be 7 degrees/,
    progress: /No tools needed: they fit/,
  },
  {
    does: 'answers directly where there are no tools',
    servers: {},
    model: [answers],
    stages: 'answer',
    answer: /7 degrees/,
  },
  {
    does: 'asks again where a chosen tool does not exist, with what is near',
    model: [
      select('geo.getTown'),
      (request) => {
        assert.match(lastText(request), /tools\.geo has no tool "getTown"/);
        return both;
      },
      script(forecast),
      answers,
    ],
    stages: 'select write run interpret',
    progress: /Choosing tools again: tools\.geo has no tool "getTown"/,
  },
  {
    does: 'asks for the choice as text where the model called nothing',
    model: [
      { text: 'I would look at the weather.' },
      (request) => {
        assert.deepEqual(request.tools, []);
        assert.match(lastText(request), /Answer with JSON alone/);
        return { text: '{"reasoning": "fits", "tools": ["weather.getForecast"]}' };
      },
      script('return await tools.weather.getForecast({ city: "Oslo" });'),
      answers,
    ],
    stages: 'select write run interpret',
    calls: ['get_forecast'],
  },
  {
    does: 'takes what is right of a choice that is wrong twice',
    model: [
      select('geo.getTown'),
      select('geo.getTown', 'weather.getForecast'),
      script('return 1;'),
      answers,
    ],
    stages: 'select write run interpret',
    progress: /Chose tools\.weather\.getForecast:/,
  },
  {
    does: 'takes all tools of the likeliest server where the choice is invalid twice',
    model: [
      select('sky.look'),
      { text: 'The weather tools.' },
      (request) => {
        assert.match(lastText(request), /getForecast[^]*getStation/);
        assert.doesNotMatch(lastText(request), /getCity/);
        return script('return await tools.weather.getForecast({ city: "Oslo" });');
      },
      answers,
    ],
    stages: 'select write run interpret',
    calls: ['get_forecast'],
    progress: /taking all of weather/,
  },
  {
    does: 'asks again where the model fails once while it chooses',
    model: [
      { fails: 'tools are not supported' },
      { text: '{"reasoning": "fits", "tools": ["geo.getCity"]}' },
      script('return 1;'),
      answers,
    ],
    stages: 'select write run interpret',
  },
  {
    does: 'says why where the model fails twice while it chooses',
    model: [{ fails: 'busy' }, { fails: 'still busy' }],
    kind: 'failed',
    stages: 'select',
  },
  {
    does: 'asks for the script as text where the model called nothing',
    model: [
      both,
      { text: 'First I get the city.' },
      (request) => {
        assert.deepEqual(request.tools, []);
        return { text: `\`\`\`ts\n${forecast}\n\`\`\`` };
      },
      answers,
    ],
    stages: 'select write write run interpret',
    calls: ['get_city', 'get_forecast'],
  },
  {
    does: 'gives a wrong script back with the words of the type check, and runs the next one',
    model: [
      both,
      script(wrongScript),
      (request) => {
        assert.match(lastText(request), /type_error[^]*land[^]*country/);
        return script(forecast);
      },
      answers,
    ],
    stages: 'select write run write run interpret',
    calls: ['get_city', 'get_forecast'],
    progress: /Writing the script again:/,
  },
  {
    does: 'calls tools plainly where the script is wrong twice',
    model: [
      both,
      script(wrongScript),
      script('return await tools.geo.getTown({});'),
      (request) => {
        assert.deepEqual(toolNames(request), ['t1_get_city', 't2_get_forecast']);
        return {
          calls: [
            { name: 't1_get_city', input: { country: 'NO' } },
            { name: 't2_get_forecast', input: '{"city": "Bern",}' },
          ],
        };
      },
      (request) => {
        assert.match(resultsIn(request), /"value":\{"city":"Oslo"\}[^]*"city":"Bern"/);
        return answers;
      },
    ],
    stages: 'select write run write run call run call',
    calls: ['get_city', 'get_forecast'],
    answer: /7 degrees/,
  },
  {
    does: 'tells a plain caller of a wrong name, of wrong arguments and of a failed call, each by itself',
    model: [
      select('weather.getStation'),
      { text: '' },
      { text: 'No.' },
      {
        calls: [
          { name: 'getTown', input: {} },
          { name: 't1_get_station', input: '[1]' },
          { name: 't1_get_station', input: {} },
        ],
      },
      (request) => {
        assert.match(resultsIn(request), /no tool "getTown"[^]*no JSON object[^]*the station is closed/);
        return { text: 'The station is closed.' };
      },
    ],
    stages: 'select write write call run call',
    calls: ['get_station'],
    answer: /The station is closed/,
  },
  {
    does: 'shows the results of plain calls where the model fails after them',
    model: [
      both,
      { text: 'No.' },
      { text: 'No.' },
      { calls: [{ name: 't1_get_city', input: { country: 'NO' } }] },
      { fails: 'too many requests' },
    ],
    stages: 'select write write call run call',
    calls: ['get_city'],
    answer: /Oslo/,
    progress: /as they are: too many requests/,
  },
  {
    does: 'shows the results of plain calls where the model goes on calling',
    model: [
      both,
      { text: 'No.' },
      { text: 'No.' },
      ...Array.from({ length: 8 }, () => ({ calls: [{ name: 't1_get_city', input: { country: 'NO' } }] })),
    ],
    stages: `select write write${' call run'.repeat(8)}`,
    calls: Array.from({ length: 8 }, () => 'get_city'),
    answer: /Oslo/,
  },
  {
    does: 'says why where the model fails before its first plain call',
    model: [both, { text: 'No.' }, { text: 'No.' }, { fails: 'too many requests' }],
    kind: 'failed',
    stages: 'select write write call',
  },
  {
    does: 'has a call that failed interpreted',
    model: [select('weather.getStation'), script('return await tools.weather.getStation({});'), repeats],
    stages: 'select write run interpret',
    calls: ['get_station'],
    answer: /the station is closed/,
  },
  {
    does: 'has a refusal of the user interpreted, and writes no other script',
    model: [select('notes.save'), script('return await tools.notes.save({ text: "a" });'), repeats],
    approver: new RecordingApprover({ granted: false, why: 'refused', reason: 'The user refused it.' }),
    stages: 'select write run interpret',
    calls: [],
    answer: /The user refused it/,
  },
  {
    does: 'makes planned calls together, and collects what fails beside what does not',
    style: 'calls',
    model: [
      select('geo.getCity', 'weather.getStation'),
      plan({ tool: 't1', input: { country: 'NO' } }, { tool: 't2', input: {} }),
      repeats,
    ],
    stages: 'select write run interpret',
    calls: ['get_city', 'get_station'],
    answer:
      /"id":"c1","tool":"tools\.geo\.getCity","value":\{"city":"Oslo"\}[^]*"id":"c2"[^]*the station is closed/,
  },
  {
    does: 'asks for planned calls again where one names no chosen tool, and where the input is wrong',
    style: 'calls',
    model: [
      select('geo.getCity'),
      plan({ tool: 't7', input: {} }),
      (request) => {
        assert.match(lastText(request), /call 1 names none of t1/);
        return { text: '{"calls": [{"tool": "t1", "input": {"country": "NO"}}' };
      },
      repeats,
    ],
    stages: 'select write write run interpret',
    calls: ['get_city'],
    answer: /Oslo/,
  },
  {
    does: 'checks the types of planned calls',
    style: 'calls',
    model: [
      select('geo.getCity'),
      plan({ tool: 't1', input: { land: 'NO' } }),
      (request) => {
        assert.match(lastText(request), /type_error/);
        return plan({ tool: 't1', input: { country: 'NO' } });
      },
      answers,
    ],
    stages: 'select write run write run interpret',
    calls: ['get_city'],
  },
  {
    does: 'shows the results as they are where the model fails to interpret them',
    model: [both, script(forecast), { fails: 'too many requests' }],
    stages: 'select write run interpret',
    answer: /```\n\{"city":"Oslo","degrees":7\}\n```/,
    progress: /as they are: too many requests/,
  },
  {
    does: 'shows the results as they are where the model says nothing of them',
    model: [both, script(forecast), { text: ' ' }],
    stages: 'select write run interpret',
    answer: /"degrees":7/,
  },
  {
    does: 'shows the results after what the model said of them before it failed',
    model: [both, script(forecast), { text: 'It will be', fails: 'connection lost' }],
    stages: 'select write run interpret',
    answer: /^It will be\n[^]*"degrees":7/,
  },
];

describe('a turn in stages', function () {
  this.timeout(120_000);
  const folder = new TemporaryFolder('code-mode-staged-');
  let store: RunStore;
  const engines = new Map<object, TestEngine>();
  let calls: string[] = [];

  const noting =
    ({ name, answer }: InMemoryTool): NonNullable<InMemoryTool['answer']> =>
    async (input, options) => {
      calls.push(name);
      return (await answer?.(input, options)) ?? structuredResult({});
    };

  const engineOver = (tools: Readonly<Record<string, readonly InMemoryTool[]>>): TestEngine => {
    const noted = Object.entries(tools).map(
      ([server, all]) => [server, all.map((tool) => ({ ...tool, answer: noting(tool) }))] as const,
    );
    const source = new InMemorySource(Object.fromEntries(noted));
    const made =
      engines.get(tools) ??
      new TestEngine([source], { typeCheck: 'error', learn: false, journal: store.journal });
    engines.set(tools, made);
    return made;
  };
  before(() => {
    store = runStoreIn(folder.path);
  });
  beforeEach(() => {
    calls = [];
  });
  after(async () => {
    for (const engine of engines.values()) await engine[Symbol.asyncDispose]();
    await store.dispose();
    folder[Symbol.dispose]();
  });

  interface Given {
    readonly model: PlayedModel;
    readonly style?: StagedStyle;
    readonly servers?: Row['servers'];
    readonly approver?: Approver;
    readonly history?: readonly JsonObject[];
    readonly controller?: AbortController;
  }

  const turn = async ({
    model,
    style = 'script',
    servers: tools = servers,
    history = [],
    ...given
  }: Given) => {
    const test = engineOver(tools);
    const { approver = new RecordingApprover(), controller = new AbortController() } = given;
    const { signal } = controller;
    const said = { after: '', progress: [] as string[], runs: [] as (string | undefined)[] };
    const snapshot = await test.snapshot();
    const outcome = await answerInStages(
      {
        ask: model.ask,
        snapshot,
        finder: test.engine.finder,
        run: async (code: string, stages: readonly RunStage[], stopped: AbortSignal) => {
          const ran = await test.run(code, { stages, approver, signal: stopped });
          const isMistake = isScriptMistake(ran);
          if (!isMistake) said.runs.push(ran.runId);
          return {
            ...ran,
            isMistake,
            words: async () => (await formatResult(ran, defaultBudget)).text,
          };
        },
        observer: {
          onStep: (line) => said.progress.push(line),
          onProgress: (line) => said.progress.push(line),
          onText: (piece) => (said.after += piece),
        },
      },
      { prompt, history, style, signal },
    );
    for (const error of model.thrown) throw error;
    return {
      ...said,
      text: model.shown + said.after,
      outcome,
      stages: outcome.stages.map(({ stage }) => stage).join(' '),
    };
  };

  for (const {
    does,
    model: steps,
    kind = 'answered',
    stages,
    calls: called,
    answer,
    progress,
    ...given
  } of rows) {
    it(does, async () => {
      const model = new PlayedModel(steps);
      const { outcome, text: answered, progress: lines, stages: passed } = await turn({ model, ...given });
      assert.equal(outcome.kind, kind, JSON.stringify(outcome));
      assert.equal(passed, stages, lines.join('\n'));
      if (called) assert.deepEqual([...calls].sort(), [...called].sort());
      if (answer) assert.match(answered, answer);
      if (progress) assert.match(lines.join('\n'), progress);
      assert.equal(model.heard.length, steps.length);
    });
  }

  it('asks for one required tool, unseen, while it chooses and while it writes, and for none when it answers', async () => {
    const model = new PlayedModel([both, script(forecast), answers]);
    await turn({ model });
    const asked = model.heard.map((request) => [
      toolNames(request).join(),
      request.mustCall,
      request.isHidden,
    ]);
    assert.deepEqual(asked, [
      ['choose_tools', true, true],
      ['run_script', true, true],
      ['', undefined, undefined],
    ]);
  });

  it('shows the model what was said before in each request', async () => {
    const model = new PlayedModel([both, script(forecast), answers]);
    await turn({ model, history: [user('I live in Norway.')] });
    assert.ok(model.heard.every(({ messages }) => messages[0]?.['content'] === 'I live in Norway.'));
  });

  it('shows the model the names of all tools, and the declarations of the chosen ones alone', async () => {
    const model = new PlayedModel([select('geo.getCity'), script('return 1;'), answers]);
    await turn({ model });
    const [choosing = '', writing = ''] = model.heard.map(lastText);
    assert.match(choosing, /tools\.notes \(1\): save/);
    assert.match(choosing, /weather\.getForecast: Gets the weather forecast of a city\./);
    assert.match(writing, /\/\/ t1[^]*getCity\(input: \{[^]*country: string/);
    assert.doesNotMatch(writing, /getForecast/);
  });

  it('has in the record of its run what was chosen, why, and what each stage took', async () => {
    const model = new PlayedModel([both, script(wrongScript), script(forecast), answers]);
    const { runs, outcome } = await turn({ model });
    assert.equal(runs.length, 1);
    const stages = (await store.read(runs[0] ?? ''))?.stages ?? [];
    assert.deepEqual(
      stages.map(({ stage, text: what }) => `${stage}: ${what}`),
      [
        'select: tools.geo.getCity, tools.weather.getForecast: they fit',
        'write: script',
        'run: type_error',
        'write: script',
      ],
    );
    assert.ok(
      stages.every(({ stage, requests, sent }) =>
        stage === 'run' ? requests === 0 : requests === 1 && sent > 0,
      ),
    );
    assert.deepEqual(stages, outcome.stages.slice(0, 4));
  });

  const cancelled: readonly (readonly [while_: string, before: readonly PlayedStep[]])[] = [
    ['chooses', []],
    ['writes', [both]],
    ['interprets', [both, script(forecast)]],
    ['answers directly', [select()]],
    ['calls plainly', [both, { text: 'No.' }, { text: 'No.' }]],
  ];
  for (const [what, before] of cancelled) {
    it(`is cancelled while a model that never ends ${what}`, async () => {
      const controller = new AbortController();
      const hanging: PlayedStep = () => {
        controller.abort();
        return { hangs: true };
      };
      const { outcome } = await turn({ model: new PlayedModel([...before, hanging]), controller });
      assert.equal(outcome.kind, 'cancelled');
    });
  }

  it('is cancelled while its script runs', async () => {
    const controller = new AbortController();
    const hanging: InMemoryTool = {
      name: 'wait',
      answer: () => {
        controller.abort();
        return new Promise<never>(() => undefined);
      },
    };
    const model = new PlayedModel([select('slow.wait'), script('return await tools.slow.wait({});')]);
    const { outcome, stages } = await turn({ model, servers: { slow: [hanging] }, controller });
    assert.equal(outcome.kind, 'cancelled');
    assert.equal(stages, 'select write run');
  });
});
