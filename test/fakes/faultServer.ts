import { scriptedServer } from './scriptedServer.ts';

/** `faultServer.mjs` lists the behaviours. */
export const faultServer = (behaviour = 'ok') => scriptedServer('fault', behaviour);
