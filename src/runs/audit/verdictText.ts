// What came of verifying an audit log, in sentences.
import { counted } from '../../text/counted.ts';
import type { AuditVerdict } from './verifyAudit.ts';

/** The first says whether it holds. */
export function verdictText({ lines, files, from, to, first, head, cut, broken }: AuditVerdict): readonly string[] {
  if (broken) return [`${broken.file}:${broken.line}: the audit log is broken here: ${broken.why}.`];
  const [count, span] = [counted(lines, 'line'), files === 1 ? '' : ` in ${files} files`];
  return [
    `${count}${span}, from ${from ?? '?'} to ${to ?? '?'}: each follows from the one before.`,
    ...(first > 1 ? [`It begins with line ${first} of the log, behind the line whose hash was given.`] : []),
    ...cut.map(({ file, line }) => `${file}:${line}: not finished; its writer was killed, or the disk was full.`),
    `Hash of line ${head.number}: ${head.hash}`,
  ];
}
