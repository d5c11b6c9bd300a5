// Entry point of the supervisor thread, which the extension host starts once. The thread owns all sandbox processes, so
// that neither a fault of a script nor a flood of bytes affects the thread that all extensions share.
import { parentPort, workerData } from 'node:worker_threads';
import type { SupervisorOptions } from '../protocol/sandboxOptions.ts';
import { Supervisor } from './supervisor.ts';

if (parentPort === null)
  throw new Error('The sandbox thread is started by the extension host as a worker thread.');
new Supervisor(workerData as SupervisorOptions, parentPort);
