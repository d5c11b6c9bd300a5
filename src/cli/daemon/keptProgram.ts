// A program that the daemon runs, with the streams and events of a child process, so that the transport for stdio can
// use it like a child of its own.
import { EventEmitter, once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { isJsonObject, parseJson, type JsonObject } from '../../base/json.ts';
import type { RunningProgram } from '../../mcp/index.ts';
import { lineMarks, type AskedServer, type DaemonWire } from './daemonWire.ts';

/** Asks the daemon for the server. Ending `stdin` disconnects from the program, which goes on running. */
export function keptProgram(wire: DaemonWire, server: AskedServer): RunningProgram {
  const { socket } = wire;
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const stdin = new Writable({
    // The end of `stdout` reports a lost connection.
    write: (chunk: Buffer, _encoding, done) => void socket.write(chunk, () => done()),
    final: (done) => {
      socket.destroySoon();
      done();
    },
  });
  const events = new EventEmitter().on('error', () => undefined);
  wire.send({ ask: 'server', server });
  void readProgram(wire.lines, events, stdout, stderr);
  return Object.assign(events, { stdin, stdout, stderr });
}

async function readProgram(
  lines: AsyncIterable<string>,
  events: EventEmitter,
  stdout: PassThrough,
  stderr: PassThrough,
): Promise<void> {
  let isStarted = false;
  let exit: JsonObject | undefined;
  for await (const line of lines) {
    const text = line.slice(1);
    switch (line[0]) {
      case lineMarks.started:
        isStarted = true;
        events.emit('spawn');
        break;
      case lineMarks.stdout:
        if (!stdout.write(`${text}\n`)) await Promise.race([once(stdout, 'drain'), once(stdout, 'close')]);
        break;
      case lineMarks.stderr:
        stderr.write(`${text}\n`);
        break;
      case lineMarks.failed:
        events.emit('error', Object.assign(new Error(), objectIn(text)));
        break;
      case lineMarks.exit:
        exit = objectIn(text);
    }
  }
  if (!isStarted) events.emit('error', new Error('the daemon that was to start it has ended'));
  // Listeners treat the end of `stdout` as the end of all output.
  stderr.end();
  await finished(stderr).catch(() => undefined);
  stdout.once('end', () => exit && events.emit('exit', exit['code'] ?? null, exit['signal'] ?? null));
  stdout.end();
}

function objectIn(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}
