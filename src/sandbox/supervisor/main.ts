// The entry of the sandbox thread, which the extension host starts once. It owns every sandbox process, so that no
// fault of a script and no flood of bytes reaches the thread that all extensions share.
import { parentPort, workerData } from 'node:worker_threads';
import type { SupervisorOptions } from '../protocol/sandboxOptions.ts';
import { Supervisor } from './supervisor.ts';

if (parentPort === null) throw new Error('The sandbox thread is started by the extension host as a worker thread.');
new Supervisor(workerData as SupervisorOptions, parentPort);
