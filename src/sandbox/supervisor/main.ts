// The entry of the sandbox thread, which the extension host starts once. It owns every sandbox process, so that no
// fault of a script and no flood of bytes reaches the thread that all extensions share.
import { parentPort, workerData } from 'node:worker_threads';
import type { ToSupervisor } from '../protocol/messages.ts';
import type { SupervisorOptions } from '../protocol/sandboxOptions.ts';
import { Supervisor } from './supervisor.ts';

if (parentPort === null) throw new Error('The sandbox thread is started by the extension host as a worker thread.');
const port = parentPort;
// The host is our own code in the same process: its messages are typed, not guarded.
const thread = new Supervisor(workerData as SupervisorOptions, (batch) => port.postMessage(batch));
port.on('message', (batch: readonly ToSupervisor[]) => {
  for (const message of batch) {
    if (message.type === 'dispose') void thread.dispose().then(() => port.close());
    else thread.receive(message);
  }
});
