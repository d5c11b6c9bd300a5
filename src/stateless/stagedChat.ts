// The same requests as `CodeChat`, answered in stages (src/staged), for models that call tools badly or not at all. A turn whose script waits for the
// client is repeated with the next request, out of its journal.
import { isJsonArray, isJsonObject, type JsonObject } from '../base/json.ts';
import { defaultBudget } from '../engine/textBudget.ts';
import { formatResult } from '../engine/formatting/formatResult.ts';
import type { RunStage } from '../engine/runJournal.ts';
import type { ModelMessage, ModelPiece, ModelRequest } from '../staged/modelPort.ts';
import { isScriptMistake } from '../staged/scriptMistake.ts';
import type { ScriptRun } from '../staged/stagedRequest.ts';
import { stagesAfterRun } from '../staged/stageLog.ts';
import { answerInStages } from '../staged/stagedTurn.ts';
import type { AskModel } from './askModel.ts';
import { writeCallId } from './callId.ts';
import { upstreamFailed } from './chatError.ts';
import { calledTools, type CodeAnswer, type CodeChatOptions, type CodeRequest } from './codeChat.ts';
import { newTurn, readHistory, recallTurns, type HistoryPart, type Turn } from './history.ts';
import { ModelToolsCache } from './modelTools.ts';
import type { StepCall } from './requestTools.ts';
import { StagedJournal, type HeardAnswer } from './stagedJournal.ts';
import { tellHistory } from './toldHistory.ts';
import { textOf } from './toolAnswer.ts';
import { mostPictures } from './shownPictures.ts';
import { TurnRunner, type ScriptTools } from './turnRunner.ts';
import { packState, readArguments, turnIdOf } from './turnState.ts';
import { stringifyExact } from '../base/exactJson.ts';
import { errorMessage } from '../base/errorMessage.ts';

interface StagedCodeRequest extends CodeRequest {
  /** The part of the last message of the user's that tools are searched for; all of it where it is absent. */
  readonly query?: string | undefined;
}

/** What the client sees beside what the model says. */
export interface StagedView {
  /** What was chosen and why, where a stage goes another way. Not made safe to show. */
  readonly onProgress: (line: string) => void;
  /** A piece of the answer. */
  readonly onText: (piece: string) => void;
}

interface TurnParts {
  readonly options: CodeChatOptions;
  readonly turns: TurnRunner;
  readonly tools: ScriptTools;
  readonly ask: AskModel;
  readonly view: StagedView;
}

interface StagedAnswer extends CodeAnswer {
  /** After the last script that ran, under the id of its record; absent where none is recorded. */
  readonly followed?: { readonly run: string; readonly stages: readonly RunStage[] };
}

/** The conversation up to what the user wants now, and that. */
interface Told {
  readonly before: readonly JsonObject[];
  readonly prompt: string;
  /** What of the prompt is no text. */
  readonly pictures: readonly JsonObject[];
  readonly query: string | undefined;
}

export class StagedChat {
  readonly #options: CodeChatOptions;
  readonly #modelTools: ModelToolsCache;
  readonly #turns: TurnRunner;

  constructor(options: CodeChatOptions) {
    this.#options = options;
    this.#modelTools = new ModelToolsCache(options);
    this.#turns = new TurnRunner(options);
  }

  /** Throws `ChatError`; rejects when `signal` aborts. */
  async answer(request: StagedCodeRequest, ask: AskModel, view: StagedView, signal: AbortSignal): Promise<StagedAnswer> {
    const { messages, functions, typeCheck, about } = request;
    const { turns: store, lostTurns } = this.#options;
    const offered = await this.#modelTools.of(functions);
    const tools = { ...offered, called: calledTools(request, offered), ...(typeCheck && { typeCheck }), ...(about && { about }) };
    const parts = readHistory(messages, await recallTurns(messages, store), lostTurns);
    const begun = parts.at(-1);
    const turn = begun?.kind === 'turn' && !begun.turn.isOver && begun.turn.state.journal ? begun.turn : undefined;
    const whole: TurnParts = { options: this.#options, turns: this.#turns, tools, ask, view };
    const goesOn =
      turn && (await new StagedTurn(whole, await this.#tell(request, parts, tools, signal, true), turn).answer(request, signal));
    // Where it does not, because its tools have changed, what was called so far is told.
    return goesOn ?? (await this.#begin(whole, request, parts, signal));
  }

  async #begin(whole: TurnParts, request: StagedCodeRequest, parts: readonly HistoryPart[], signal: AbortSignal): Promise<StagedAnswer> {
    const answer = await new StagedTurn(whole, await this.#tell(request, parts, whole.tools, signal, false)).answer(request, signal);
    if (!answer) throw upstreamFailed('The tools of the request have changed while it was answered. Ask again.', 'tools_changed');
    return answer;
  }

  /** `goesOn`: what came after the prompt is the turn itself. */
  async #tell(
    { query }: StagedCodeRequest,
    parts: readonly HistoryPart[],
    tools: ScriptTools,
    signal: AbortSignal,
    goesOn: boolean,
  ): Promise<Told> {
    const at = parts.findLastIndex((part) => part.kind === 'message' && part.message['role'] === 'user');
    const tell = (some: readonly HistoryPart[]) =>
      tellHistory(some, async (turn) => (await this.#turns.run({ ...turn, isOver: true }, tools, signal)).results);
    const asked = parts[at];
    const content = asked?.kind === 'message' ? asked.message['content'] : undefined;
    const done = goesOn ? [] : await tell(parts.slice(at + 1));
    const doneText = done.length === 0 ? '' : `\n\nDone for it so far:\n${done.map((message) => textOf(message['content'])).join('\n')}`;
    return {
      before: await tell(parts.slice(0, Math.max(0, at))),
      prompt: `${textOf(content)}${doneText}`,
      pictures: isJsonArray(content) ? content.filter(isJsonObject).filter((part) => typeof part['text'] !== 'string') : [],
      query,
    };
  }
}

class StagedTurn {
  readonly #parts: TurnParts;
  readonly #told: Told;
  readonly #journal: StagedJournal;
  /** Ends the stages in this request: the script has calls for the client, or the turn is another one than it was. */
  readonly #ends = new AbortController();
  /** The one whose script waited for the client, until it goes on. */
  #waiting: Turn | undefined;
  #open: { readonly turn: Turn; readonly calls: readonly StepCall[] } | undefined;
  /** The id of the record of the last script that ended. */
  #recorded: string | undefined;

  constructor(parts: TurnParts, told: Told, waiting?: Turn) {
    this.#parts = parts;
    const answered = (waiting?.pictures.get(0) ?? []).flatMap(({ parts: pictures }) => pictures);
    this.#told = { ...told, pictures: [...told.pictures, ...answered.slice(0, mostPictures)] };
    this.#waiting = waiting;
    this.#journal = new StagedJournal(waiting?.state.journal);
  }

  /** Undefined where it cannot be repeated. */
  async answer({ parallel }: CodeRequest, signal: AbortSignal): Promise<StagedAnswer | undefined> {
    const { tools, view } = this.#parts;
    const { engine } = tools;
    const outcome = await answerInStages(
      {
        model: { ask: (request) => this.#ask(request) },
        snapshot: await engine.snapshot({ servers: 'all', signal }),
        finder: engine.finder,
        run: (code, stages, ends) => this.#run(code, stages, ends),
        observer: {
          onStep: () => undefined,
          // What was said before it was repeated is in the chat.
          onProgress: (line) => this.#isRepeating || view.onProgress(line),
          onText: view.onText,
          onRun: () => undefined,
        },
      },
      {
        prompt: this.#told.prompt,
        ...(this.#told.query !== undefined && { query: this.#told.query }),
        history: [],
        style: 'script',
        signal: AbortSignal.any([signal, this.#ends.signal]),
      },
    );
    signal.throwIfAborted();
    if (this.#open) {
      const { turn, calls } = this.#open;
      const sent = calls.slice(0, parallel ? undefined : 1).map(({ call, tool, input }) => ({
        id: writeCallId({ turn: turn.id, index: 0, call }),
        name: tool,
        text: stringifyExact(input),
      }));
      return { calls: sent, finishReason: 'tool_calls' };
    }
    if (this.#ends.signal.aborted) return undefined;
    if (outcome.kind === 'failed') throw upstreamFailed(outcome.problem, 'model_failed');
    const [run, stages] = [this.#recorded, stagesAfterRun(outcome.stages)];
    return { calls: [], finishReason: 'stop', ...(run !== undefined && { followed: { run, stages } }) };
  }

  get #isRepeating(): boolean {
    return this.#journal.isRepeating || this.#waiting !== undefined;
  }

  async *#ask(request: ModelRequest): AsyncGenerator<ModelPiece> {
    const of = request.tools?.[0]?.name ?? '';
    const heard = this.#isRepeating ? this.#journal.heard(of) : await this.#askNow(request, of);
    if (!heard) throw this.#isAnother();
    const { streams: isShown = false } = request;
    if (heard.text !== '') yield { kind: 'text', text: heard.text, isShown };
    for (const call of heard.calls) yield { kind: 'call', call };
    if (heard.problem !== undefined) throw new Error(heard.problem);
  }

  async #askNow({ messages, tools = [], mustCall = false, streams = false, signal }: ModelRequest, of: string): Promise<HeardAnswer> {
    const asked = {
      messages: [...this.#told.before, ...this.#written(messages)],
      tools: tools.map(({ name, description, inputSchema: parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
      asTools: false,
      isLater: false,
      mustCall,
      isHidden: !streams,
    };
    let heard: HeardAnswer;
    try {
      const { message, calls } = await this.#parts.ask(asked, signal);
      const made = calls.map(({ id, name, text }) => ({ id, name, input: readArguments(text) ?? text }));
      heard = { text: textOf(message['content']), calls: made };
    } catch (error) {
      heard = { text: '', calls: [], problem: errorMessage(error) };
    }
    this.#journal.hears(of, heard);
    return heard;
  }

  /** As chat completions; the pictures of the prompt stand beside it. */
  #written(messages: readonly ModelMessage[]): readonly JsonObject[] {
    return messages.flatMap((message, at): readonly JsonObject[] => {
      if (message.role === 'results') {
        return message.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }));
      }
      const { role, text } = message;
      if (role === 'user') return [{ role, content: [{ type: 'text', text }, ...(at === 0 ? this.#told.pictures : [])] }];
      const calls = (message.calls ?? []).map(({ id, name, input }) => {
        return { id, type: 'function', function: { name, arguments: typeof input === 'string' ? input : stringifyExact(input ?? {}) } };
      });
      return [{ role, content: text, ...(calls.length > 0 && { tool_calls: calls }) }];
    });
  }

  async #run(code: string, stages: readonly RunStage[], signal: AbortSignal): Promise<ScriptRun> {
    const { turns, tools, options } = this.#parts;
    const { isRepeating } = this.#journal;
    const known = isRepeating ? this.#journal.ran(code) : undefined;
    if (known) return known;
    const turn = this.#waiting ?? this.#turnOf(code);
    if (isRepeating || readArguments(turn.state.calls[0]?.text)?.['code'] !== code) {
      this.#isAnother();
      return unfinished;
    }
    this.#waiting = undefined;
    const about = tools.about && { ...tools.about, stages };
    const outcome = await turns.step(turn, 0, { ...tools, ...(about && { about }) }, signal);
    const { id, packed, answers } = turn;
    if (outcome.kind === 'calls') {
      options.turns?.keep(id, { packed, answers, results: new Map() });
      this.#open = { turn, calls: outcome.calls };
      this.#ends.abort();
      return unfinished;
    }
    const { run } = outcome;
    this.#recorded = run.runId;
    const { text } = await formatResult(run, defaultBudget);
    turns.ended(turn, 0, text);
    if (answers.size > 0) options.turns?.keep(id, { packed, answers, results: new Map([[0, text]]) });
    const ran = { ok: run.ok, value: run.value, errors: run.errors, isMistake: isScriptMistake(run), words: () => Promise.resolve(text) };
    this.#journal.runs(code, ran, text);
    return ran;
  }

  /** Of the client's answers, none is known. */
  #turnOf(code: string): Turn {
    const entries = this.#journal.entries;
    const [id, name, text] = [`script_${entries.length}`, 'executeCode', JSON.stringify({ code })];
    const raw = { id, type: 'function', function: { name, arguments: text } };
    const state = { start: Date.now(), before: [], calls: [{ id, name, text, raw }], journal: entries };
    const packed = packState(state);
    const message = { role: 'assistant', content: '' };
    return { ...newTurn, id: turnIdOf(packed), state, packed, message };
  }

  /** Than that of the journal: it ends here. */
  #isAnother(): Error {
    this.#ends.abort();
    return new Error('The turn is not the one that was begun.');
  }
}

/** The stages end with it. */
const unfinished: ScriptRun = { ok: false, value: undefined, errors: [], isMistake: false, words: () => Promise.resolve('') };
