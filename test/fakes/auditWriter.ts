// A process that appends entries to an audit log: node auditWriter.ts <folder> <name> <entries>. With `forever` as the
// number of entries it appends until it is killed.
import { AuditLog } from '../../src/telemetry/audit/auditLog.ts';

const [folder = '', name = '', count = ''] = process.argv.slice(2);
const log = new AuditLog({ folder, warn: (line) => console.error(line), fileBytes: 20_000 });
const most = count === 'forever' ? Infinity : Number(count);
for (let call = 1; call <= most; call += 1) {
  log.add({ t: 'sent', run: name, call });
  const failed = await log.written();
  if (failed !== undefined) throw new Error(failed);
  if (call === 1) process.stdout.write('begun\n');
}
