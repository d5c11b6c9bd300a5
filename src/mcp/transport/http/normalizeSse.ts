// Server-Sent Events as the SDK can read them: with one message to the letter in each.
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { EventSourceMessage } from 'eventsource-parser/stream';
import { readMessages } from '../readMessages.ts';

export interface MendedEvents {
  readonly messages: readonly JSONRPCMessage[];
  /** What holds no message is the event itself, which the SDK tells of. */
  readonly events: readonly EventSourceMessage[];
}

export function mendedEvents({ event, data }: EventSourceMessage): MendedEvents {
  const { messages, isExact } = isMessage(event) ? readMessages(data) : nothing;
  const texts = isExact || messages.length === 0 ? [data] : messages.map((message) => JSON.stringify(message));
  return { messages, events: texts.map((text) => ({ event, data: text })) };
}

const nothing = { messages: [], isExact: false };

/** The SDK takes no notice of others, so that an answer in one is none. */
function isMessage(event: string | undefined): boolean {
  return event === undefined || event === 'message';
}

export function textOfEvent({ event, data }: EventSourceMessage): string {
  const lines = data.split('\n').map((line) => `data: ${line}\n`);
  return `${event === undefined ? '' : `event: ${event}\n`}${lines.join('')}\n`;
}
