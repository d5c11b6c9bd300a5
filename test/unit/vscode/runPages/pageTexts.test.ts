import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { runRow } from '../../../../src/vscode/views/runRows.ts';
import { notDoneText, recordHead, usableActions } from '../../../../src/vscode/runPages/pageTexts.ts';
import { recordOf } from '../../../fakes/runRecords.ts';

interface Manifest {
  readonly contributes: {
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when: string }[]>>;
  };
}

const { contributes } = JSON.parse(
  readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'),
) as Manifest;
const fromChat = recordOf({ door: 'chat' });
const ofModel = recordOf({ door: 'provider', name: 'GPT' });

/** True if the menu of the row has the command. */
function isInMenu(command: string, run: Parameters<typeof runRow>[0]): boolean {
  const entry = contributes.menus['view/item/context']?.find((one) => one.command === command);
  const [, pattern = ''] = /viewItem =~ \/(.*)\//.exec(entry?.when ?? '') ?? [];
  return new RegExp(pattern).test(runRow(run, false).context);
}

describe('what a run offers', () => {
  it('is to be saved as a script, in its trace and in its menu', () => {
    assert.ok(usableActions(fromChat, false).includes('saveAsScript'));
    assert.ok(isInMenu('codeMode.saveRunAsScript', fromChat));
  });

  it('is not to be saved where it called the tools of a chat, which a saved script does not have', () => {
    assert.ok(!usableActions(ofModel, false).includes('saveAsScript'));
    assert.ok(!isInMenu('codeMode.saveRunAsScript', ofModel));
    assert.ok(isInMenu('codeMode.exportRun', ofModel));
  });

  it('is the run that called it, where it is that of a saved script', () => {
    const { facts } = recordHead(recordOf({ parent: { run: '0cyl2-1a2b3c4d', call: 3 } }), 1, []);
    assert.deepEqual(
      facts.find(({ name }) => name === 'Called by'),
      { name: 'Called by', text: 'run 0cyl2-1a2b3c4d, its call 3' },
    );
  });
});

describe('what a result panel says of a button that did nothing', () => {
  it('names the script that is gone, and what to do', () => {
    assert.match(
      notDoneText('run', {
        script: '.code-mode/report.ts',
        isThere: false,
        error: new Error('cannot open file:///x/report.ts'),
      }),
      /^The script was not run: \.code-mode\/report\.ts is no longer there\. Restore /,
    );
  });

  it('says why else, and where there is more', () => {
    assert.match(
      notDoneText('line', {
        script: '.code-mode/report.ts',
        isThere: true,
        error: new Error('The editor could not be opened.'),
      }),
      /^The line was not shown: The editor could not be opened\. Try again; .* "Code Mode Log" /,
    );
    assert.match(
      notDoneText('replay', { script: 'a.ts', isThere: true, error: 'no \u202e' }),
      /^The run was not replayed: no\. Try again;/,
    );
  });
});
