import { scriptedServer } from './scriptedServer.ts';

export const askingServer = () => scriptedServer('asking');
