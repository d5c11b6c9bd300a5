// The ids of tool calls that go to a client: `cm1_<turn>_<index>_<call>`, and at the first of a turn `_<state>`. All that they are made of may
// stand in the ids of any client and model.

export interface CallId {
  /** Which answer of the model's it belongs to. */
  readonly turn: string;
  /** Which tool call of that answer, from 0. */
  readonly index: number;
  /** Which call of the script that the model wrote there, from 1; 0: the tool call is the client's own. */
  readonly call: number;
  /** What the proxy needs to go on, packed. */
  readonly state?: string;
}

const prefix = 'cm1_';
const pattern = /^cm1_([0-9a-z]{8,32})_(\d{1,3})_(\d{1,6})(?:_([\w-]+))?$/;

/** Whether it looks like one of ours, whole or not. */
export function isOurs(id: string): boolean {
  return id.startsWith(prefix);
}

/** Undefined for what is not one of ours as it was. */
export function readCallId(id: string): CallId | undefined {
  const [, turn, index, call, state] = pattern.exec(id) ?? [];
  if (turn === undefined) return undefined;
  return { turn, index: Number(index), call: Number(call), ...(state !== undefined && { state }) };
}

export function writeCallId({ turn, index, call, state }: CallId): string {
  return [`${prefix}${turn}`, index, call, ...(state === undefined ? [] : [state])].join('_');
}

/** Without what it carries: for a model that sees the calls as they are. */
export function shortCallId(id: string): string {
  const read = readCallId(id);
  return read ? writeCallId({ turn: read.turn, index: read.index, call: read.call }) : id;
}
