import assert from 'node:assert/strict';
import { targetOf, targetOfEnvironment } from '../../../../src/telemetry/otlp/telemetryTarget.ts';

describe('where telemetry goes', () => {
  for (const [endpoint, url] of [
    ['http://localhost:4318', 'http://localhost:4318/v1/traces'],
    ['https://otel.test/base/', 'https://otel.test/base/v1/traces'],
    ['', undefined],
    ['localhost:4318', undefined],
    ['file:///etc/passwd', undefined],
    [4318, undefined],
  ] as const) {
    it(`is ${url ?? 'nowhere'} with the setting ${JSON.stringify(endpoint)}`, () => {
      assert.equal(targetOf(endpoint, false)?.url, url);
    });
  }

  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c.test:4318' };
  for (const [why, env, url] of [
    ['nothing is set', {}, undefined],
    ['an endpoint is set', endpoint, 'http://c.test:4318/v1/traces'],
    [
      'an endpoint of traces is set, as it stands',
      { ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://t.test/x' },
      'http://t.test/x',
    ],
    ['the SDK is disabled', { ...endpoint, OTEL_SDK_DISABLED: 'true' }, undefined],
    ['traces are not exported', { ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, undefined],
    [
      'traces are exported in other ways, too',
      { ...endpoint, OTEL_TRACES_EXPORTER: 'console, otlp' },
      'http://c.test:4318/v1/traces',
    ],
    ['gRPC is asked for', { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, undefined],
  ] as const) {
    it(`is ${url ?? 'nowhere'} where ${why}`, () => {
      assert.equal(targetOfEnvironment(env).target?.url, url);
    });
  }

  it('takes headers, a timeout and attributes from the environment', () => {
    const { target } = targetOfEnvironment({
      ...endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20eA==, x-tenant=a',
      OTEL_EXPORTER_OTLP_TIMEOUT: '2000',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,team=a%2Cb',
      OTEL_SERVICE_NAME: 'builds',
    });
    assert.deepEqual(target, {
      url: 'http://c.test:4318/v1/traces',
      headers: { authorization: 'Basic eA==', 'x-tenant': 'a' },
      timeoutMs: 2_000,
      resource: { 'service.name': 'builds', team: 'a,b' },
      includeValues: false,
    });
  });

  it('takes the user and the password of the address as a header', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://me:p%40ss@c.test:4318';
    for (const target of [
      targetOf(OTEL_EXPORTER_OTLP_ENDPOINT, false),
      targetOfEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT }).target,
    ])
      assert.deepEqual(
        [target?.url, target?.headers],
        ['http://c.test:4318/v1/traces', { authorization: `Basic ${btoa('me:p@ss')}` }],
      );
  });

  it('says what it cannot do', () => {
    assert.match(
      targetOfEnvironment({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }).problem ?? '',
      /http\/json/,
    );
    assert.match(
      targetOfEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: 'me:secret@c.test' }).problem ?? '',
      /"•••@c\.test" is no http address/,
    );
  });
});
