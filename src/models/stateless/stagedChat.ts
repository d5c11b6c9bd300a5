// Answers the same requests as `CodeChat` in stages (src/models/staged), for models that call tools badly or not at
// all. If a script waits for the client, the next request replays the turn from its journal.
import { isJsonArray, isJsonObject } from '../../base/json.ts';
import { defaultBudget, isScriptMistake, type RunStage } from '../../engine/index.ts';
import { formatResult } from '../../engine/formatting/index.ts';
import {
  partsText,
  readArguments,
  toolCall,
  type AskModel,
  type ChatModelAnswer,
  type ChatModelRequest,
} from '../askModel.ts';
import type { StagedRequest, StagedScriptOutcome } from '../staged/stagedRequest.ts';
import { stagesAfterRun } from '../staged/stageLog.ts';
import { answerInStages } from '../staged/stagedTurn.ts';
import { upstreamFailed } from './chatError.ts';
import type { CodeAnswer } from './codeChat.ts';
import { toolName } from './calledTools.ts';
import { Turn, type HistoryPart } from './history.ts';
import { StagedJournal } from './stagedJournal.ts';
import { tellHistory } from './toldHistory.ts';
import { mostPictures } from './toolAnswer.ts';
import {
  clientCalls,
  type CodeRequest,
  type RanTurn,
  type ScriptTools,
  type TurnRunner,
} from './turnRunner.ts';
import { errorMessage } from '../../base/errorMessage.ts';

interface StagedCodeRequest extends CodeRequest {
  /** The part of the last user message with which tools are searched; if undefined, the whole message. */
  readonly query?: string | undefined;
}

/** Output for the client other than the answer of the model. */
export interface StagedView {
  /** Called with a decision of a stage and its reason. The line is not escaped. */
  readonly onProgress: (line: string) => void;
  /** Called with a piece of the answer. */
  readonly onText: (piece: string) => void;
}

interface TurnParts {
  readonly request: StagedCodeRequest;
  readonly turns: TurnRunner;
  readonly tools: ScriptTools;
  readonly ask: AskModel;
  readonly view: StagedView;
}

interface StagedAnswer extends CodeAnswer {
  /** Stages after the last script, with the ID of its record; undefined if no script was recorded. */
  readonly followed?: { readonly run: string; readonly stages: readonly RunStage[] };
}

/** The conversation before the user's current request, and this request. */
type Told = Required<Pick<StagedRequest, 'history' | 'prompt' | 'pictures'>>;

export class StagedChat {
  readonly #turns: TurnRunner;

  constructor(turns: TurnRunner) {
    this.#turns = turns;
  }

  /** Throws a `ChatError`; rejects if `signal` is aborted. */
  async answer(
    request: StagedCodeRequest,
    ask: AskModel,
    view: StagedView,
    signal: AbortSignal,
  ): Promise<StagedAnswer> {
    const tools = await this.#turns.toolsOf(request, signal);
    const parts = await this.#turns.history(request.messages);
    const begun = parts.findLast((part) => part.kind === 'turn')?.turn;
    const turn = begun && !begun.isOver && begun.state.journal ? begun : undefined;
    const whole: TurnParts = { request, turns: this.#turns, tools, ask, view };
    const answerIn = async (waiting?: Turn) => {
      const told = await this.#tell(parts, tools, waiting !== undefined);
      return new StagedTurn(whole, told, waiting).answer(signal);
    };
    // If its tools have changed, the turn cannot continue; a new one begins, and the model is told of the calls.
    const answer = (turn && (await answerIn(turn))) ?? (await answerIn());
    if (!answer)
      throw upstreamFailed(
        'The tools of the request have changed while it was answered. Ask again.',
        'tools_changed',
      );
    return answer;
  }

  /** `goesOn` is true if the messages after the prompt belong to the turn itself. */
  async #tell(parts: readonly HistoryPart[], tools: ScriptTools, goesOn: boolean): Promise<Told> {
    const at = parts.findLastIndex((part) => part.kind === 'message' && part.message['role'] === 'user');
    const tell = (some: readonly HistoryPart[]) =>
      tellHistory(some, async (turn) => {
        turn.isOver = true;
        return (await this.#turns.run(turn, tools)).results;
      });
    const asked = parts[at];
    const content = asked?.kind === 'message' ? asked.message['content'] : undefined;
    const done = goesOn ? [] : await tell(parts.slice(at + 1));
    const doneText =
      done.length === 0
        ? ''
        : `\n\nDone for it so far:\n${done.map((message) => partsText(message['content'])).join('\n')}`;
    return {
      history: await tell(parts.slice(0, Math.max(0, at))),
      prompt: `${partsText(content)}${doneText}`,
      pictures: isJsonArray(content)
        ? content.filter(isJsonObject).filter((part) => typeof part['text'] !== 'string')
        : [],
    };
  }
}

class StagedTurn {
  readonly #parts: TurnParts;
  readonly #told: Told;
  readonly #journal: StagedJournal;
  /** Ends the stages because of calls for the client, or because the replayed turn differs from its journal. */
  readonly #ends = new AbortController();
  /** The turn whose script waited for the client; undefined when the script has continued. */
  #waiting: Turn | undefined;
  /** The calls for the client. */
  #open: RanTurn['open'] | undefined;
  /** ID of the record of the last script that ended. */
  #recorded: string | undefined;

  constructor(parts: TurnParts, told: Told, waiting?: Turn) {
    this.#parts = parts;
    const answered = (waiting?.calls[0]?.pictures ?? []).flatMap(({ parts: pictures }) => pictures);
    this.#told = { ...told, pictures: [...told.pictures, ...answered.slice(0, mostPictures)] };
    this.#waiting = waiting;
    this.#journal = new StagedJournal(waiting?.state.journal);
  }

  /** Resolves to undefined if the turn cannot be replayed. */
  async answer(signal: AbortSignal): Promise<StagedAnswer | undefined> {
    const { request, tools, view } = this.#parts;
    const { query, parallel } = request;
    const { engine } = tools;
    const outcome = await answerInStages(
      {
        ask: (asked, ends) => this.#ask(asked, ends),
        snapshot: await engine.snapshot({ servers: 'all', signal }),
        finder: engine.finder,
        run: (code, stages, ends) => this.#run(code, stages, ends),
        observer: {
          onStep: () => undefined,
          // The client has already seen the lines of the replayed part.
          onProgress: (line) => this.#isRepeating || view.onProgress(line),
          onText: view.onText,
        },
      },
      {
        ...this.#told,
        query,
        style: 'script',
        signal: AbortSignal.any([signal, this.#ends.signal]),
      },
    );
    signal.throwIfAborted();
    if (this.#open)
      return { calls: this.#open.slice(0, parallel ? undefined : 1), finishReason: 'tool_calls' };
    if (this.#ends.signal.aborted) return undefined;
    if (outcome.kind === 'failed') throw upstreamFailed(outcome.problem, 'model_failed');
    const [run, stages] = [this.#recorded, stagesAfterRun(outcome.stages)];
    return { calls: [], finishReason: 'stop', ...(run !== undefined && { followed: { run, stages } }) };
  }

  get #isRepeating(): boolean {
    return this.#journal.isRepeating || this.#waiting !== undefined;
  }

  /** Answers from the journal while the turn repeats; after that, asks the model. */
  async #ask(request: ChatModelRequest, signal: AbortSignal): Promise<ChatModelAnswer> {
    const of = toolName(request.tools[0] ?? {}) ?? '';
    if (!this.#isRepeating) return this.#askNow(of, request, signal);
    const heard = this.#journal.heard(of);
    if (heard === undefined) throw this.#isAnother();
    if (typeof heard === 'string') throw new Error(heard);
    return heard;
  }

  async #askNow(of: string, request: ChatModelRequest, signal: AbortSignal): Promise<ChatModelAnswer> {
    try {
      const answer = await this.#parts.ask(request, signal);
      this.#journal.hears(of, answer);
      return answer;
    } catch (error) {
      this.#journal.fails(of, errorMessage(error));
      throw error;
    }
  }

  async #run(code: string, stages: readonly RunStage[], signal: AbortSignal): Promise<StagedScriptOutcome> {
    const { turns, tools } = this.#parts;
    const { isRepeating } = this.#journal;
    const known = isRepeating ? this.#journal.ran(code) : undefined;
    if (known) return known;
    const turn = this.#waiting ?? this.#turnOf(code);
    const [call] = turn.calls;
    if (isRepeating || !call || readArguments(call.made.text)?.['code'] !== code) {
      this.#isAnother();
      return unfinished;
    }
    this.#waiting = undefined;
    const about = tools.about && { ...tools.about, stages };
    const outcome = await turns.step(turn, call, { ...tools, ...(about && { about }), signal });
    if (outcome.kind === 'calls') {
      turns.keep(turn);
      this.#open = clientCalls(turn, call, outcome.calls);
      this.#ends.abort();
      return unfinished;
    }
    const { run } = outcome;
    this.#recorded = run.runId;
    const { text } = await formatResult(run, defaultBudget);
    turns.ended(turn, call, text);
    if (call.answers.length > 0) turns.keep(turn);
    const ran = {
      ok: run.ok,
      value: run.value,
      errors: run.errors,
      isMistake: isScriptMistake(run),
      words: () => Promise.resolve(text),
    };
    this.#journal.runs(code, ran, text);
    return ran;
  }

  /** Returns a new turn without answers of the client. */
  #turnOf(code: string): Turn {
    const entries = this.#journal.entries;
    const call = toolCall(`script_${entries.length}`, 'executeCode', JSON.stringify({ code }));
    const state = { start: Date.now(), before: [], calls: [call], journal: entries };
    return Turn.begin(state, { role: 'assistant', content: '' });
  }

  /** Ends the turn because its journal entry belongs to another turn. */
  #isAnother(): Error {
    this.#ends.abort();
    return new Error('The turn is not the one that was begun.');
  }
}

/** Placeholder outcome of a script in a turn that ends in this request. */
const unfinished: StagedScriptOutcome = {
  ok: false,
  value: undefined,
  errors: [],
  isMistake: false,
  words: () => Promise.resolve(''),
};
