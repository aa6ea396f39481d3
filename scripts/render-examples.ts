import { createMockService } from '../mock/fake/mock-service.ts';
import { demoSeed } from '../mock/seed/demo.ts';
import { type EndpointName, endpointFacts, endpoints } from '../src/contract/endpoints.ts';
import { expandPath } from '../src/contract/path.ts';

/** The instant of the demo world whose replies are shown. */
const NOW = '2026-01-05T12:00:00Z';

/** Sends an endpoint's example to a demo world of its own, as the buyer of the documents. */
async function replyTo(name: EndpointName): Promise<unknown> {
  const mock = createMockService({ now: NOW, seed: demoSeed, idSeed: 'examples' });
  const { path, method, query } = endpoints[name];
  const example: Readonly<Record<string, unknown>> = endpointFacts[name]().example;
  const target = mock.baseUrl + expandPath<string>(path, example);
  const given = Object.entries(example).filter(([input]) => !path.includes(`:${input}`));
  const pairs = given.map(([input, value]): [string, string] => [input, String(value)]);
  const search = query === null ? '' : `?${new URLSearchParams(pairs).toString()}`;
  const body = method === 'POST' ? JSON.stringify(Object.fromEntries(given)) : undefined;
  const headers = { 'x-api-key': 'acme.demo-only' };
  const reply = await mock.fetch(target + search, { method, headers, body });
  if (reply.status >= 400) throw new Error(`${name}: ${await reply.text()}`);
  return reply.status === 302 ? null : reply.json();
}

/** Renders `mock/openapi/examples.json`: what the demo world answers to each endpoint's example. */
export async function renderExamples(): Promise<string> {
  const replies: Record<string, unknown> = {};
  for (const name of Object.keys(endpoints) as EndpointName[]) replies[name] = await replyTo(name);
  return `${JSON.stringify(replies, null, 2)}\n`;
}
