// Adapts a language model of the editor to the port through which the stages ask a model.
import * as vscode from 'vscode';
import {
  passingFailure,
  retriedPort,
  retryText,
  type ModelMessage,
  type ModelPiece,
  type ModelPort,
  type ModelRequest,
} from '../../models/index.ts';
import { cancellationTokenOf } from '../cancellation.ts';

/** `onProgress` is called before each retry, with a line that is not escaped for display. */
export function modelPortOf(model: vscode.LanguageModelChat, onProgress: (line: string) => void): ModelPort {
  return retriedPort(
    { ask: (request) => piecesOf(model, request) },
    { passing: passingFailure, onRetry: (error, ms) => onProgress(retryText(model.name, error, ms)) },
  );
}

async function* piecesOf(model: vscode.LanguageModelChat, request: ModelRequest): AsyncGenerator<ModelPiece> {
  const { messages, tools = [], mustCall = false, signal } = request;
  using cancelling = cancellationTokenOf(signal);
  const { Required, Auto } = vscode.LanguageModelChatToolMode;
  const options: vscode.LanguageModelChatRequestOptions = {
    justification: vscode.l10n.t('Code Mode answers @code with your tools.'),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
      toolMode: mustCall ? Required : Auto,
    }),
  };
  const response = await model.sendRequest(messages.map(messageOf), options, cancelling.token);
  for await (const part of response.stream) {
    if (part instanceof vscode.LanguageModelTextPart) yield { kind: 'text', text: part.value };
    else if (part instanceof vscode.LanguageModelToolCallPart)
      yield { kind: 'call', call: { id: part.callId, name: part.name, input: part.input } };
  }
}

function messageOf(message: ModelMessage): vscode.LanguageModelChatMessage {
  if (message.role === 'user') return vscode.LanguageModelChatMessage.User(message.text);
  if (message.role === 'results') {
    const results = message.results.map(
      ({ id, text }) => new vscode.LanguageModelToolResultPart(id, [new vscode.LanguageModelTextPart(text)]),
    );
    return vscode.LanguageModelChatMessage.User(results);
  }
  const { text, calls = [] } = message;
  return vscode.LanguageModelChatMessage.Assistant([
    ...(text === '' ? [] : [new vscode.LanguageModelTextPart(text)]),
    ...calls.map(({ id, name, input }) => new vscode.LanguageModelToolCallPart(id, name, objectOf(input))),
  ]);
}

/** A model may write an input that is no object. The API requires an object, so an empty one replaces it. */
function objectOf(input: unknown): object {
  return typeof input === 'object' && input !== null ? input : {};
}
