import assert from 'node:assert/strict';
import type { Diagnosis } from '../../../../src/workbench/diagnose/diagnosis.ts';
import { diagnosisText } from '../../../../src/workbench/diagnose/diagnosisText.ts';

const doors = { file: 'held', process: 'held', network: 'held', environment: 'held' };
const diagnosis: Diagnosis = {
  versions: { 'Code Mode': '1.2.3', node: '24.1.0' },
  sandbox: {
    choice: 'auto',
    engine: 'process',
    ready: true,
    meter: { source: '/proc', state: 'works' },
    osConfinement: { mode: 'auto', state: 'none', reason: 'bwrap is not on the PATH.' },
  },
  walls: { script: doors, process: { ...doors, network: 'open by fetch' } },
  times: { firstRunMs: 100.5, runMs: 2.25, callMs: 0.1 },
  servers: [{ name: 'geo', state: 'failed', tools: 0, error: 'it exited\nwith code 1\u202e' }],
  problems: ['mcp.json:1:2: server "x" is defined twice.'],
  settings: { 'codeMode.servers': ['!x'] },
  unanswered: ['walls: no answer within 20 s'],
};

describe('diagnosisText', () => {
  it('says all that is known, a line each', () => {
    assert.equal(
      diagnosisText(diagnosis),
      `## Code Mode: diagnosis

### Versions

- Code Mode: 1.2.3
- node: 24.1.0

### Sandbox

- engine: process, chosen: auto
- meter: works, by /proc
- OS sandbox: not available, setting: auto: bwrap is not on the PATH.

### Sandbox self-test

- from a script: file blocked, process blocked, network blocked, environment blocked
- from a program in the script’s process: file blocked, process blocked, network open by fetch, environment blocked

### Times

- first run: 100.5 ms
- a run: 2.25 ms
- a call: 0.1 ms

### Servers

- geo: failed, 0 tools: it exited with code 1

### Problems in server definitions

- mcp.json:1:2: server "x" is defined twice.

### Changed settings

- codeMode.servers: ["!x"]

### Not answered

- walls: no answer within 20 s
`,
    );
  });

  it('leaves out what nobody answered, and says what is none', () => {
    const text = diagnosisText({ versions: {}, servers: [], problems: [], settings: {}, unanswered: [] });
    assert.match(text, /### Servers\n\n- none are configured\n\n### Changed settings\n\n- none\n$/);
    assert.doesNotMatch(text, /Walls|Times|Not answered/);
  });
});
