import assert from 'node:assert/strict';
import { notDoneText } from '../../../../src/vscode/results/resultTexts.ts';

describe('what a result panel says of a button that did nothing', () => {
  it('names the script that is gone, and what to do', () => {
    assert.match(
      notDoneText('run', { script: '.code-mode/report.ts', isThere: false, error: new Error('cannot open file:///x/report.ts') }),
      /^The script was not run: \.code-mode\/report\.ts is no longer there\. Restore /,
    );
  });

  it('says why else, and where there is more', () => {
    assert.match(
      notDoneText('line', { script: '.code-mode/report.ts', isThere: true, error: new Error('The editor could not be opened.') }),
      /^The line was not shown: The editor could not be opened\. Try again; .* "Code Mode Log" /,
    );
    assert.match(
      notDoneText('replay', { script: 'a.ts', isThere: true, error: 'no \u202e' }),
      /^The run was not replayed: no\. Try again;/,
    );
  });
});
