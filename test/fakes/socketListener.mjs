// Listens at the socket that it is told, until it is killed.
import { createServer } from 'node:net';

createServer().listen(process.argv[2], () => process.send('listening'));
