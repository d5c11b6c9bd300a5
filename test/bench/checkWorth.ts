// Measures the benefit of the check before a run: `node test/bench/checkWorth.ts` runs the wrong scripts of
// test/fixtures/wrongScripts with and without the check, and counts the scripts that write before they fail. Tools that
// write accept every call and answer as their schemas say.
import { readdirSync, readFileSync } from 'node:fs';
import { createGeneratorSync } from 'json-schema-faker';
import type { JsonObject } from '../../src/base/json.ts';
import type { RunOutcome } from '../../src/engine/runOutcome.ts';
import { writesOf } from '../../src/engine/runOutcome.ts';
import { InMemorySource, structuredResult, textResult, type InMemoryTool } from '../fakes/inMemorySource.ts';
import { recorded, recordedServers } from '../fakes/recordedTools.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { trackerTools } from '../fakes/trackerTools.ts';

const folder = new URL('../fixtures/wrongScripts/', import.meta.url);
const scripts = readdirSync(folder).map(
  (name) => readFileSync(new URL(name, folder), 'utf8').split('---\n')[0] ?? '',
);

const answers = createGeneratorSync({ seed: 7 });

function answering(tools: readonly InMemoryTool[]): readonly InMemoryTool[] {
  return tools.map((tool) => ({
    ...tool,
    answer: () =>
      tool.outputSchema
        ? structuredResult(answers.generate(tool.outputSchema) as JsonObject)
        : textResult('done'), // made by its schema
  }));
}

async function outcomes(typeCheck: 'error' | 'off'): Promise<readonly RunOutcome[]> {
  const servers = {
    ...Object.fromEntries(recordedServers.map((name) => [name, recorded(name).tools])),
    tracker: trackerTools,
  };
  const source = new InMemorySource(
    Object.fromEntries(Object.entries(servers).map(([name, tools]) => [name, answering(tools)])),
  );
  await using engine = new TestEngine([source], { typeCheck, learn: false });
  const all: RunOutcome[] = [];
  for (const script of scripts) all.push(await engine.run(script, { timeoutMs: 5_000 }));
  return all;
}

const row = (name: string, all: readonly RunOutcome[]) => {
  const hasWritten = ({ calls }: RunOutcome) => calls.some(writesOf);
  const failed = all.filter(({ ok }) => !ok);
  const figures = [
    failed.filter(({ calls }) => calls.length === 0).length,
    failed.filter((outcome) => outcome.calls.length > 0 && !hasWritten(outcome)).length,
    failed.filter(hasWritten).length,
    all.filter((outcome) => outcome.ok && !hasWritten(outcome)).length,
    all.filter((outcome) => outcome.ok && hasWritten(outcome)).length,
  ];
  return `| ${[name, ...figures].join(' | ')} |`;
};

console.log(`${scripts.length} wrong scripts`);
console.log(
  '| check | nothing ran | failed after reading | failed after a write | wrong result | wrong result after a write |',
);
console.log(
  '| ----- | ----------: | -------------------: | -------------------: | -----------: | -------------------------: |',
);
console.log(row('before the run', await outcomes('error')));
console.log(row('none', await outcomes('off')));
process.exit();
