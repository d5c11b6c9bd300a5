import { testServeKilled } from './serveKilledTests.ts';

testServeKilled([['over stdio', 'SIGKILL']]);
