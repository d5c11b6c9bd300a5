import { modernStdio } from '../../cli/modernClient.ts';
import { testServeModern } from '../../cli/serveModernTests.ts';

testServeModern('standard input and output', (folder) => Promise.resolve(modernStdio(folder)));
