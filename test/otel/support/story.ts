import { inspect } from 'node:util';
import { metrics, trace } from '@opentelemetry/api';
import { ConsoleSpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace';
import { onTestFinished, vi } from 'vitest';
import { createMockService, type MockService, presets } from '../../../mock/index.ts';
import { serveMock } from '../../../mock/node.ts';
import { ConsentEvidence } from '../../../src/client/client.ts';
import { openTelemetry } from '../../../src/otel/index.ts';
import type { FetchLike } from '../../../src/platform/platform.ts';
import { shownOf } from '../../hostile/support/expect-clean.ts';
import type { Telemetry } from './telemetry.ts';

const PHONE = '(415) 555-0123';
const WEBHOOK_SECRET = 'whsec_planted_in_the_story';

/** Returns what a `console` method prints while `work` runs. */
async function printed(method: 'error' | 'dir', work: () => Promise<void> | void): Promise<string> {
  const lines: string[] = [];
  const spy = vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
    lines.push(...args.map((each) => (typeof each === 'string' ? each : deep(each))));
  });
  await work();
  spy.mockRestore();
  return lines.join('\n');
}

const deep = (value: unknown): string => inspect(value, { depth: 9, maxArrayLength: null });

async function world() {
  const mock = createMockService({ webhookFetch: async () => new Response('no', { status: 401 }) });
  const webhook = { url: 'https://sunroof.example/hook', secret: WEBHOOK_SECRET };
  const producer = mock.addOrganization({ name: 'Sunroof Leads', webhook });
  const buyer = mock.addOrganization({ name: 'Acme Solar' });
  const served = await serveMock(mock, { port: 0, keepBodies: true });
  onTestFinished(() => served.close());
  const { cdrId, shareUrl } = mock.capture(producer, presets.checkedBox({ autoShare: true }));
  return { mock, served, cdrId, shareUrl, options: served.clientOptions(buyer) };
}

/** Returns every inspector reply about requests, deliveries and what went over the wire. */
async function controlReplies(url: string, mock: MockService): Promise<string[]> {
  const tell = async (path: string, body?: unknown): Promise<string> => {
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const init = body === undefined ? {} : { ...json, body: JSON.stringify(body) };
    const reply = await fetch(`${url}/_mock/api${path}`, init);
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
    return reply.text();
  };
  await tell('/clock/advance', {});
  const [{ webhookId } = { webhookId: '' }] = mock.webhookDeliveries();
  const changed = `/deliveries/${webhookId}/send-changed`;
  const paths = ['/requests', '/deliveries', `/deliveries/${webhookId}`, '/charges'];
  const requests = mock.requests().map(({ requestId }) => `/requests/${requestId}`);
  return [
    await tell(changed, { change: 'wrongSignature' }),
    await tell(changed, { change: 'oldTimestamp' }),
    ...(await Promise.all([...paths, ...requests].map((path) => tell(path)))),
  ];
}

/** Makes every kind of call with planted secrets, good and bad; returns everything that was shown. */
export async function story(telemetry: Telemetry, ownFetch: FetchLike | undefined) {
  const { mock, served, cdrId, shareUrl, options } = await world();
  vi.stubEnv('CONSENT_EVIDENCE_LOG', 'debug');
  const told = { trace: openTelemetry({ trace, metrics }) };
  const client = new ConsentEvidence({ ...options, ...told, fetch: ownFetch });
  vi.unstubAllEnvs();
  const token = client.shares.tokenOf(shareUrl);
  const get = (url: string) =>
    (ownFetch ?? fetch)(url, { method: 'GET', headers: {}, redirect: 'manual' });
  const acceptance = { schemaVersion: 1, leadMatch: { phone: PHONE } } as const;
  const metadata = { key: 'phones', value: PHONE };
  const errors: unknown[] = [];
  let [dashboard, downloadUrl] = ['', ''];
  const calls = [
    () => client.shares.receive(shareUrl, { acceptance, label: `lead ${token}` }),
    () => client.shares.receive(shareUrl, { maxRetries: 0 }),
    () => client.shares.receive(shareUrl),
    async () => {
      dashboard = await client.shares.dashboardUrl(token);
    },
    async () => {
      downloadUrl = (await client.cdrs.get(cdrId)).downloadUrl ?? '';
    },
    () => client.cdrs.download(cdrId),
    () => client.cdrs.list('sunroof.example', { metadata }).page(),
    () => client.request({ method: 'POST', path: `/v1/package-shares/${token}` }),
    // Requests by the application itself: the link, a form with the link, the image.
    () => get(shareUrl),
    () => get(`${served.url}/leads?consent=${encodeURIComponent(shareUrl)}`),
    () => get(downloadUrl),
  ];
  const stderr = await printed('error', async () => {
    mock.addFault({ operation: 'cdrs.download', status: 403 });
    for (const [index, call] of calls.entries()) {
      if (index === 1) mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
      await call().catch((error: unknown) => errors.push(error));
    }
  });
  const spans = telemetry.spans();
  const replies = await controlReplies(served.url, mock);
  const { apiKey } = options;
  return {
    errors,
    spans,
    secrets: {
      key: apiKey,
      'secret of the key': apiKey.split('.')[1] ?? '',
      token,
      dashboard,
      'webhook secret': WEBHOOK_SECRET,
      signature: new URL(downloadUrl).searchParams.get('signature') ?? '',
    },
    shown: {
      spans: deep(spans.map(shownOfSpan)),
      'the console exporter': await printed('dir', () => {
        new ConsoleSpanExporter().export(spans, () => undefined);
      }),
      metrics: JSON.stringify(await telemetry.points()),
      'the lines on stderr': stderr,
      errors: errors.map(shownOf).join('\n'),
      "the inspector's replies": replies.join('\n'),
      explanations: deep(mock.requests().map(({ requestId }) => mock.explain(requestId))),
    },
  };
}

function shownOfSpan({ name, attributes, events, status }: ReadableSpan) {
  return { name, attributes, events, status };
}
