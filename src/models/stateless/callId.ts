// IDs of tool calls for a client: `cm1_<turn>_<index>_<call>`, and `_<state>` after the first one of a turn. The IDs
// consist of characters that all clients and models accept.

export interface CallId {
  /** ID of the model's answer to which the call belongs. */
  readonly turn: string;
  /** Index of the model's tool call in this answer, from 0. */
  readonly index: number;
  /** Number of the call within the model's script, from 1; 0 if the model called a tool of the client directly. */
  readonly call: number;
  /** The packed state of the turn, from which the proxy can continue. */
  readonly state?: string;
}

const prefix = 'cm1_';
const pattern = /^cm1_([0-9a-z]{8,32})_(\d{1,3})_(\d{1,6})(?:_([\w-]+))?$/;

/** True if the ID has the prefix of this module, even if the rest is damaged. */
export function isOurs(id: string): boolean {
  return id.startsWith(prefix);
}

/** Returns undefined if the ID was not made by `writeCallId` or has been changed. */
export function readCallId(id: string): CallId | undefined {
  const [, turn, index, call, state] = pattern.exec(id) ?? [];
  if (turn === undefined) return undefined;
  return { turn, index: Number(index), call: Number(call), ...(state !== undefined && { state }) };
}

export function writeCallId({ turn, index, call, state }: CallId): string {
  return [`${prefix}${turn}`, index, call, ...(state === undefined ? [] : [state])].join('_');
}

/** Returns the ID with the packed state of its turn. */
export function withState(id: string, state: string): string {
  return `${id}_${state}`;
}

/** Returns the ID without the state, for a model that sees the client's calls unchanged. */
export function shortCallId(id: string): string {
  const read = readCallId(id);
  return read ? writeCallId({ turn: read.turn, index: read.index, call: read.call }) : id;
}
