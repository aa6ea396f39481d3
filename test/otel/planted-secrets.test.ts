import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { hideSecrets } from '../../src/otel/index.ts';
import type { FetchLike } from '../../src/platform/platform.ts';
import { httpFetch } from './support/http-fetch.ts';
import { story } from './support/story.ts';
import { startTelemetry } from './support/telemetry.ts';

const telemetry = startTelemetry();
const undici = new UndiciInstrumentation();
const http = new HttpInstrumentation();

/** The phone number of the lead, however it is written. */
const PHONE = /415.{0,6}555.{0,3}0123/;

beforeEach(() => {
  telemetry.exporter.reset();
});

afterAll(() => {
  undici.disable();
  http.disable();
});

describe.each<[string, FetchLike | undefined]>([
  ['fetch, instrumented by undici’s', undefined],
  ['node:http, instrumented by its own', httpFetch],
])('over %s', (_name, fetch) => {
  it('no planted secret is in a span, metric, log line, error or reply of the inspector', async () => {
    undici.setConfig({ startSpanHook: hideSecrets });
    http.setConfig({ startOutgoingSpanHook: hideSecrets, startIncomingSpanHook: hideSecrets });
    const { secrets, shown, errors, spans } = await story(telemetry, fetch);
    const found = Object.entries(shown).flatMap(([what, text]) => {
      expect(text.length, what).toBeGreaterThan(100);
      const names = Object.entries(secrets).filter(([, secret]) => text.includes(secret));
      return [...names.map(([name]) => name), ...(PHONE.test(text) ? ['phone'] : [])].map(
        (name) => `${name} in ${what}`,
      );
    });
    expect(found).toEqual([]);
    for (const [name, secret] of Object.entries(secrets)) expect(secret, name).toMatch(/.{9}/);
    // Check that there is something to search: failures, our own spans, and those of the instrumentation.
    expect(errors.length).toBeGreaterThan(1);
    expect(spans.map(({ name }) => name)).toContain('shares.receive');
    const addresses = spans.map(({ attributes }) => attributes['url.full']);
    expect(addresses).toContainEqual(expect.stringMatching(/\/v1\/shares\/\[redacted\]$/));
    expect(addresses).toContainEqual(expect.stringMatching(/^http:[^?]+\/\[redacted\]$/));
  });

  it('without the hook, the instrumentation shows them: so the test above can fail', async () => {
    undici.setConfig({});
    http.setConfig({});
    const { secrets, shown } = await story(telemetry, fetch);
    for (const text of [shown.spans, shown['the console exporter']]) {
      expect(text).toContain(secrets.token);
      expect(text).toMatch(PHONE);
    }
    expect(shown['the lines on stderr']).not.toContain(secrets.token);
  });
});
