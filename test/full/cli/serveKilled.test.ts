import { testServeKilled } from '../../cli/serveKilledTests.ts';

testServeKilled([
  ['over stdio', 'SIGTERM'],
  ['over HTTP', 'SIGTERM'],
  ['over HTTP', 'SIGKILL'],
]);
