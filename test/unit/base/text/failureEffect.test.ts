import assert from 'node:assert/strict';
import { isRateLimited, provesNoEffect, retryAfterMs } from '../../../../src/base/text/failureEffect.ts';
import { growth } from '../../../fakes/growth.ts';

/** Texts of real servers, of services behind them, and of their libraries. `none`: it proves that nothing happened. */
const said: readonly (readonly [text: string, effect: 'none' | 'perhaps'])[] = [
  // The input is wrong.
  [
    'MCP error -32602: Invalid arguments for tool add: [{"code":"invalid_type","expected":"number","path":["a"]}]',
    'none',
  ],
  ['Input validation error: Invalid arguments for tool write_file: content: Required', 'none'],
  [
    '1 validation error for create_issueArguments\ntitle\n  Field required [type=missing, input_value={}]',
    'none',
  ],
  ["Error: data must have required property 'title'", 'none'],
  ['json: cannot unmarshal string into Go struct field Refund.amount of type float64', 'none'],
  ['Refund could not be created: amount must be greater than 0', 'none'],
  ['HTTP 400: {"error":"currency is not a valid ISO 4217 code"}', 'none'],
  ['GitHub API error: 422 Validation Failed: title is required', 'none'],
  ['Invalid date format: expected YYYY-MM-DD', 'none'],
  ['timeout must be a positive number', 'none'],
  // The thing that it names is not there.
  ["ENOENT: no such file or directory, open '/projects/notes/plan.md'", 'none'],
  ['GitLab API error: 404 Not Found', 'none'],
  ['Order 1042 does not exist.', 'none'],
  ['Entity with name Ada not found', 'none'],
  ['MCP error -32601: Method not found', 'none'],
  [
    'Could not find object with ID: 1f2e. Make sure the relevant pages are shared with your integration.',
    'none',
  ],
  // It is not allowed.
  ['Access denied - path outside allowed directories: /etc/passwd not in /projects', 'none'],
  ["EACCES: permission denied, open '/root/x'", 'none'],
  ['Request failed with status code 403', 'none'],
  ['401 Unauthorized: Bad credentials', 'none'],
  ['You do not have permission to refund orders.', 'none'],
  ['The user chose to skip the tool call, they want to proceed without running it', 'none'],
  // It came too often.
  ['429 Too Many Requests', 'none'],
  ['HTTP 429: {"error":"rate limit exceeded","retry_after":30}', 'none'],
  ['ThrottlingException: Rate exceeded', 'none'],
  ['You have exceeded a secondary rate limit. Please wait 60 seconds before you try again.', 'none'],
  // The service failed, perhaps after its work.
  ['503 Service Unavailable: temporarily unavailable', 'perhaps'],
  ['HTTP 503: upstream connect error or disconnect/reset before headers', 'perhaps'],
  ['Request failed with status code 500', 'perhaps'],
  ['Error POSTing: 502 Bad Gateway', 'perhaps'],
  ['504 Gateway Time-out', 'perhaps'],
  ['Internal Server Error', 'perhaps'],
  ['Internal error: record not found in cache', 'perhaps'],
  // Its answer was lost.
  ['request to http://127.0.0.1:1/refunds failed, reason: socket hang up', 'perhaps'],
  ['read ECONNRESET', 'perhaps'],
  ['fetch failed', 'perhaps'],
  ['The operation timed out after 30000 ms', 'perhaps'],
  ['context deadline exceeded (Client.Timeout exceeded while awaiting headers)', 'perhaps'],
  ['Invalid response from server: expected JSON', 'perhaps'],
  ['Unexpected token < in JSON at position 0', 'perhaps'],
  // A part of it was done.
  ['Created issue #12, but failed to add label "urgent": label not found', 'perhaps'],
  ['3 of 5 files were written; permission denied for the others', 'perhaps'],
  ['Message sent; marking it as read failed: permission denied', 'perhaps'],
  ['The order was refunded. Invalid template for the receipt.', 'perhaps'],
  ['Partial failure: 2 rows invalid', 'perhaps'],
  ['ENOSPC: no space left on device, write', 'perhaps'],
  ['Conflict: the branch main has moved', 'perhaps'],
  // The tool ran, and its answer was refused.
  [
    'MCP error -32602: Output validation error: Tool refund has an output schema but no structured content was provided',
    'perhaps',
  ],
  ['Input should be valid'.padEnd(2_001, '.'), 'perhaps'],
  ['Order not found…', 'perhaps'],
  // It does not say.
  ['An unknown error occurred', 'perhaps'],
  ['Command failed with exit code 1', 'perhaps'],
  ['the tool gave no reason', 'perhaps'],
  ['', 'perhaps'],
];

describe('a failure of a call that can write', () => {
  for (const [text, effect] of said) {
    it(`${effect === 'none' ? 'had no effect' : 'may have had one'} with the words ${JSON.stringify(text)}`, () => {
      assert.equal(provesNoEffect(text), effect === 'none');
    });
  }

  it('is one of too many calls only where it says so', () => {
    assert.equal(isRateLimited('429 Too Many Requests'), true);
    assert.equal(isRateLimited('Order 429 not found'), false);
    assert.equal(isRateLimited('404 Not Found'), false);
  });

  it('takes no longer to read where it is long', async () => {
    const reading = (times: number) => {
      const texts = ['created ', 'was very ', '5 of ', 'retry after ', '429 ', 'wait for at least '].map(
        (text) => text.repeat(times),
      );
      return () => texts.map((text) => [provesNoEffect(text), retryAfterMs(text)]);
    };
    assert.ok((await growth(reading, 10_000, 100)) < 20);
  });
});

describe('the time after which a call may be made again', () => {
  const times: readonly (readonly [text: string, ms: number | undefined])[] = [
    ['HTTP 429: slow down (Retry-After: 30)', 30_000],
    ['{"error":"rate limited","retry_after":2.5}', 2_500],
    ['{"retry_after_ms": 1500}', 1_500],
    ['{"retryAfterMs":250}', 250],
    ['Rate limit reached. Please retry after 20 seconds.', 20_000],
    ['Please try again in 41.5s.', 41_500],
    ['Too many requests, please wait 5 minutes', 300_000],
    ['Try again in 250ms', 250],
    ['"retryDelay": "41s"', 41_000],
    ['Your limit resets in 2 hours', 7_200_000],
    ['retry after 90 days', undefined],
    ['429 Too Many Requests', undefined],
    ['retry after login', undefined],
  ];
  for (const [text, ms] of times)
    it(`of ${JSON.stringify(text)} is ${ms} ms`, () => assert.equal(retryAfterMs(text), ms));
});
