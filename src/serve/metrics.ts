// What the door did, in Prometheus' text format (version 0.0.4).
import type { RunOutcome } from '../engine/runOutcome.ts';

export class Metrics {
  readonly #runs = { ok: 0, failed: 0 };
  readonly #calls = { finished: 0, failed: 0, denied: 0, not_called: 0, unknown: 0, dry_run: 0 };
  #runSeconds = 0;

  record({ ok, calls, durationMs }: RunOutcome): void {
    this.#runs[ok ? 'ok' : 'failed'] += 1;
    this.#runSeconds += durationMs / 1_000;
    for (const { state } of calls) this.#calls[state] += 1;
  }

  text(sessions: number): string {
    return [
      ...counter('code_mode_runs_total', 'Scripts that ran, or were refused.', 'outcome', this.#runs),
      ...counter('code_mode_calls_total', 'Tool calls of scripts, by what became of them.', 'state', this.#calls),
      '# HELP code_mode_run_seconds_total Time of all scripts, waiting included.',
      '# TYPE code_mode_run_seconds_total counter',
      `code_mode_run_seconds_total ${this.#runSeconds.toFixed(3)}`,
      '# HELP code_mode_sessions Clients that are connected.',
      '# TYPE code_mode_sessions gauge',
      `code_mode_sessions ${sessions}`,
      '',
    ].join('\n');
  }
}

function counter(name: string, help: string, label: string, values: Readonly<Record<string, number>>): readonly string[] {
  const lines = Object.entries(values).map(([value, count]) => `${name}{${label}="${value}"} ${count}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} counter`, ...lines];
}
