import assert from 'node:assert/strict';
import { toolThatLooks } from '../../../../src/engine/calls/callFailures.ts';
import { catalogTool } from '../../../fakes/catalogTool.ts';

describe('the tool that shows whether a write took effect', () => {
  const tools = (...methods: readonly string[]) =>
    methods.map((method) => catalogTool({ namespace: 's', method }));
  const found = (write: string, ...methods: readonly string[]) =>
    toolThatLooks(catalogTool({ namespace: 's', method: write }), tools(write, ...methods))?.method;

  for (const [write, others, looks] of [
    ['decideRefund', ['listRefunds', 'getRefund', 'getOrder'], 'getRefund'],
    ['createIssue', ['listIssues', 'listIssueLabels', 'closeIssue'], 'listIssues'],
    ['writeFile', ['listDirectory', 'readFile', 'readMultipleFiles'], 'readFile'],
    ['update_order_status', ['get_order', 'get_order_status', 'get_status_page'], 'get_order_status'],
    ['createEntities', ['readGraph', 'deleteEntities'], undefined],
    ['commit', ['log', 'status'], undefined],
  ] as const) {
    it(`after ${write} is ${looks ?? 'none'}`, () => assert.equal(found(write, ...others), looks));
  }
});
