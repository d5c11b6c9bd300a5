// Keeps the last events of a session's streams, so that a client whose connection broke can continue to read at the
// same position (MCP 2025-11-25, "Resumability").
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

interface LoggedEvent {
  readonly id: string;
  readonly stream: string;
  readonly message: JSONRPCMessage;
  /** Length of the message as JSON, in characters. */
  readonly size: number;
}

const mostEvents = 1_000;
const mostCharacters = 8_000_000;

export class EventLog implements EventStore {
  readonly #events: LoggedEvent[] = [];
  #characters = 0;
  #lastNumber = 0;

  storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    const id = String(++this.#lastNumber);
    const size = JSON.stringify(message).length;
    this.#events.push({ id, stream, message, size });
    this.#characters += size;
    while (this.#events.length > mostEvents || this.#characters > mostCharacters)
      this.#characters -= this.#events.shift()?.size ?? 0;
    return Promise.resolve(id);
  }

  getStreamIdForEventId(id: string): Promise<string | undefined> {
    return Promise.resolve(this.#events.find((event) => event.id === id)?.stream);
  }

  /** Rejects for an event that is no longer kept, so that a client learns of the gap. */
  async replayEventsAfter(
    id: string,
    { send }: { send: (id: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const last = this.#events.findIndex((event) => event.id === id);
    const stream = this.#events[last]?.stream;
    if (stream === undefined) throw new Error(`The event ${id} is not kept any more.`);
    for (const event of this.#events.slice(last + 1))
      if (event.stream === stream) await send(event.id, event.message);
    return stream;
  }
}
