// With the DOM library or @types/node, the package uses the platform's own types.
import { ConsentEvidence } from 'consent-evidence';
import { createWebhookHandler, memoryStore, verifyWebhook } from 'consent-evidence/webhooks';

const client = new ConsentEvidence({ fetch });
export const guarded = new ConsentEvidence({ fetch: (input, init) => fetch(input, init) });

export async function call(): Promise<Headers> {
  const { signal } = new AbortController();
  const { headers } = await client.domains.list({ signal }).withResponse();
  return headers;
}

export const POST: (request: Request) => Promise<Response> = createWebhookHandler({
  secret: 's',
  store: memoryStore(),
  onEvent: () => undefined,
});

export const verified = (request: Request, body: ArrayBuffer) =>
  verifyWebhook({ body, headers: request.headers, secret: 's' });
