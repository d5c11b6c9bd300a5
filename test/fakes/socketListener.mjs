// Listens on the socket in its argument until it is killed.
import { createServer } from 'node:net';

createServer().listen(process.argv[2], () => process.send('listening'));
