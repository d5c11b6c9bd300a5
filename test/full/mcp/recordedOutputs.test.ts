import { testRecordedOutputs } from '../../mcp/recordedOutputsTests.ts';

testRecordedOutputs('notion', 'pdf', 'playwright');
