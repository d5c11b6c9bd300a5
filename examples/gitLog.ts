// The last commits of a git repository as two sheets of an Excel workbook: each commit, and how many each author made.
const { repository, workbook } = codemode.args;

const { commits } = await tools.git.gitLog({ path: repository, maxCount: 200 });
const rows = commits.map(({ timestamp = 0, shortHash, author = '', subject }) => [
  new Date(timestamp * 1000).toISOString().slice(0, 10),
  shortHash,
  author,
  subject,
]);
const byAuthor = Object.entries(Object.groupBy(commits, ({ author = '' }) => author))
  .map(([author, theirs = []]): [string, number] => [author, theirs.length])
  .sort(([, a], [, b]) => b - a);

await writeSheet('Commits', [['date', 'commit', 'author', 'subject'], ...rows]);
await writeSheet('Authors', [['author', 'commits'], ...byAuthor]);
return { commits: commits.length, authors: byAuthor.length, workbook };

async function writeSheet(sheetName: string, values: (string | number)[][]) {
  const lastColumn = String.fromCharCode(64 + (values[0]?.length ?? 0));
  const range = `A1:${lastColumn}${values.length}`;
  await tools.excel.excelWriteToSheet({
    fileAbsolutePath: workbook,
    sheetName,
    newSheet: true,
    range,
    values,
  });
}
