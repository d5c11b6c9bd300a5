import assert from 'node:assert/strict';
import { callbackParameters } from '../../../../src/vscode/auth/callbackParameters.ts';

describe('callbackParameters', () => {
  const code = 'a+b/c=%41==';

  it('reads a query as the browser has it', () => {
    assert.equal(
      callbackParameters(new URLSearchParams({ code, state: 's' }).toString(), false).get('code'),
      code,
    );
  });

  it('reads a query that was decoded', () => {
    const parameters = callbackParameters(`code=${code}&state=s`, true);
    assert.deepEqual([parameters.get('code'), parameters.get('state')], [code, 's']);
  });
});
