// Writes a diagnosis as Markdown for an issue.
import { shownLine } from '../../base/text/plainText.ts';
import { held, type SandboxStatus } from '../../sandbox/index.ts';
import type { Diagnosis, DiagnosedServer } from './diagnosis.ts';
import type { ConfinementChecks } from './confinementChecks.ts';

/** The text ends with a line end. */
export function diagnosisText(diagnosis: Diagnosis): string {
  const { versions, sandbox, walls, times, servers, problems, settings, unanswered } = diagnosis;
  const changed = Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['Versions', Object.entries(versions).map(([name, value]) => `${name}: ${value}`)],
    ['Sandbox', sandbox ? sandboxLines(sandbox) : []],
    ['Sandbox self-test', walls ? wallLines(walls) : []],
    [
      'Times',
      times
        ? [`first run: ${times.firstRunMs} ms`, `a run: ${times.runMs} ms`, `a call: ${times.callMs} ms`]
        : [],
    ],
    ['Servers', servers ? serverLines(servers) : []],
    ['Problems in server definitions', problems],
    ['Changed settings', changed.length > 0 ? changed : ['none']],
    ['Not answered', unanswered],
  ];
  const written = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => section(title, lines));
  return `## Code Mode: diagnosis\n\n${written.join('\n')}`;
}

function section(title: string, lines: readonly string[]): string {
  return `### ${title}\n\n${lines.map((line) => `- ${shownLine(line)}\n`).join('')}`;
}

const confinementWords: Readonly<Record<SandboxStatus['osConfinement']['state'], string>> = {
  'in force': 'active',
  untried: 'not started yet',
  off: 'off',
  none: 'not available',
};

function sandboxLines(sandbox: SandboxStatus): string[] {
  const { choice, engine, fallback, unavailable, meter, osConfinement } = sandbox;
  const program = osConfinement.program === undefined ? '' : ` (${osConfinement.program})`;
  return [
    `engine: ${engine}, chosen: ${choice}${because(fallback)}`,
    ...(unavailable === undefined ? [] : [`no script can run${because(unavailable)}`]),
    ...(meter ? [`meter: ${meter.state}, by ${meter.source}${because(meter.reason)}`] : []),
    `OS sandbox: ${confinementWords[osConfinement.state]}${program}, setting: ${osConfinement.mode}${because(osConfinement.reason)}`,
  ];
}

function wallLines(walls: ConfinementChecks): string[] {
  const line = (who: string, doors: ConfinementChecks['script']) => {
    if (typeof doors === 'string') return `${who}: ${doors}`;
    const words = Object.entries(doors).map(([door, word]) => `${door} ${word === held ? 'blocked' : word}`);
    return `${who}: ${words.join(', ')}`;
  };
  return [line('from a script', walls.script), line('from a program in the script’s process', walls.process)];
}

function serverLines(servers: readonly DiagnosedServer[]): string[] {
  if (servers.length === 0) return ['none are configured'];
  return servers.map(({ name, state, tools, error }) => `${name}: ${state}, ${tools} tools${because(error)}`);
}

function because(reason: string | undefined): string {
  return reason === undefined ? '' : `: ${reason}`;
}
