// Counts the runs, calls and tokens of the HTTP server and writes them in Prometheus' text format (version 0.0.4).
import { textTokens, type RunOutcome } from '../engine/index.ts';
import { endState } from '../journal/index.ts';

/** Upper bounds of the buckets, in seconds. */
const runBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
const callBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
/**
 * Maximum number of servers that are counted by name; the calls of all further servers share one count. A script can
 * invent any number of server names.
 */
const mostServers = 200;
const otherServers = 'other servers';

export class Metrics {
  readonly #runs = { done: 0, failed: 0, cancelled: 0, denied: 0 };
  /** Numbers of calls by server and state. */
  readonly #calls = new Map<string, Map<string, number>>();
  readonly #tokens = { code: 0, result: 0 };
  readonly #runSeconds = new Histogram(runBuckets);
  readonly #callSeconds = new Histogram(callBuckets);

  /**
   * Counts the outcome of a script. `code` is the script that the model sent (it may be any value); `text` is the
   * result that the model received.
   */
  record(outcome: RunOutcome, { code, text }: { readonly code: unknown; readonly text: string }): void {
    this.#runs[endState(outcome)] += 1;
    this.#runSeconds.observe(outcome.durationMs / 1_000);
    for (const { server, state, ms } of outcome.calls) {
      const name = this.#calls.has(server) || this.#calls.size < mostServers ? server : otherServers;
      const states = this.#calls.get(name) ?? new Map<string, number>();
      this.#calls.set(name, states);
      states.set(state, (states.get(state) ?? 0) + 1);
      if (state === 'finished' || state === 'failed') this.#callSeconds.observe(ms / 1_000);
    }
    this.#tokens.code += typeof code === 'string' ? textTokens(code) : 0;
    this.#tokens.result += textTokens(text);
  }

  text(sessions: number): string {
    const calls = [...this.#calls].flatMap(([server, states]) =>
      [...states].map(([state, count]): [string, number] => [
        `server="${escaped(server)}",state="${state}"`,
        count,
      ]),
    );
    return [
      ...counter(
        'code_mode_runs_total',
        'Scripts that ran, or were refused.',
        labelled('outcome', this.#runs),
      ),
      ...counter('code_mode_calls_total', 'Tool calls of scripts, by server and what became of them.', calls),
      ...counter(
        'code_mode_tokens_total',
        'Tokens of scripts and of their results, estimated.',
        labelled('kind', this.#tokens),
      ),
      ...this.#runSeconds.text('code_mode_run_duration_seconds', 'Time of scripts, waiting included.'),
      ...this.#callSeconds.text('code_mode_call_duration_seconds', 'Time of calls that servers answered.'),
      '# HELP code_mode_sessions Clients that are connected.',
      '# TYPE code_mode_sessions gauge',
      `code_mode_sessions ${sessions}`,
      '',
    ].join('\n');
  }
}

function labelled(label: string, values: Readonly<Record<string, number>>): readonly [string, number][] {
  return Object.entries(values).map(([value, count]) => [`${label}="${value}"`, count]);
}

function counter(
  name: string,
  help: string,
  values: readonly [labels: string, count: number][],
): readonly string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} counter`,
    ...values.map(([labels, count]) => `${name}{${labels}} ${count}`),
  ];
}

/** Escapes the three characters that the format requires, and replaces lone surrogates. */
function escaped(value: string): string {
  const text = value.slice(0, 200).toWellFormed();
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/** A histogram in Prometheus' format. */
class Histogram {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  /** `bounds` must be in ascending order. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = bounds.map(() => 0);
  }

  observe(value: number): void {
    this.#sum += value;
    this.#count += 1;
    const bucket = this.#bounds.findIndex((bound) => value <= bound);
    const counted = this.#counts[bucket];
    if (counted !== undefined) this.#counts[bucket] = counted + 1;
  }

  /** Writes cumulative buckets: each bucket includes the counts of the smaller buckets. */
  text(name: string, help: string): readonly string[] {
    let below = 0;
    const buckets = this.#bounds.map((bound, index) => {
      below += this.#counts[index] ?? 0;
      return `${name}_bucket{le="${bound}"} ${below}`;
    });
    const last = [
      `${name}_bucket{le="+Inf"} ${this.#count}`,
      `${name}_sum ${this.#sum.toFixed(3)}`,
      `${name}_count ${this.#count}`,
    ];
    return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...buckets, ...last];
  }
}
