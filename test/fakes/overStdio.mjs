// Runs a scripted server of this folder over the standard streams if its file is the main program. Each such file
// exports `serve(io)`, which returns the function that receives messages, so that tests can also connect the server in
// their own process (`inMemoryServers.ts`). `io` has the arguments and variables of the server, `write(message)`,
// `say(line)` for stderr, `exit(code)`, which first writes all remaining output, and `pid`, an id for this run of the
// server.
import { realpathSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export function overStdio(url, serve) {
  if (realpathSync(process.argv[1]) !== fileURLToPath(url)) return;
  const receive = serve({
    args: process.argv.slice(2),
    env: process.env,
    pid: process.pid,
    write: (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    // The first use of process.stderr makes the pipe non-blocking, and `writeSync` can then fail, so a server uses only
    // one of the two.
    say: (line) => process.stderr.write(`${line}\n`),
    exit: (code) => process.stdout.write('', () => process.stderr.write('', () => process.exit(code))),
  });
  createInterface({ input: process.stdin }).on('line', (line) => receive(JSON.parse(line)));
}
