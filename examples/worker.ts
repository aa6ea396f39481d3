// A Worker: `GET /evidence/<cdrId>` returns what a call centre wants to see before it dials. It is a
// plain function from `Request` to `Response`, so it also runs on Deno, on Bun and in a test.
import { ConsentEvidence, isApiError } from 'consent-evidence';

export interface Env {
  readonly CONSENT_EVIDENCE_API_KEY?: string | undefined;
  readonly CONSENT_EVIDENCE_BASE_URL?: string | undefined;
}

async function handle(request: Request, env: Env): Promise<Response> {
  const [, cdrId] = /^\/evidence\/([^/]+)$/.exec(new URL(request.url).pathname) ?? [];
  if (request.method !== 'GET' || cdrId === undefined) return new Response(null, { status: 404 });
  // A Worker has no process environment: its variables come with each request.
  const client = new ConsentEvidence({
    apiKey: env.CONSENT_EVIDENCE_API_KEY,
    baseUrl: env.CONSENT_EVIDENCE_BASE_URL,
    deadlineMs: 5_000,
  });
  try {
    const cdr = await client.cdrs.get(cdrId, { signal: request.signal });
    const { disclosures = [] } = cdr.detectedDisclosureDetails ?? {};
    return Response.json({
      cdrId: cdr.cdrId,
      capturedAt: new Date(cdr.capturedAt).toISOString(),
      consent: disclosures.map(({ text, consentMechanism }) => ({ text, consentMechanism })),
    });
  } catch (error) {
    const missing = isApiError(error, 'NOT_FOUND') || isApiError(error, 'CDR_INVALID');
    return new Response(null, { status: missing ? 404 : 502 });
  }
}

export default { fetch: handle };

/** Makes one request, as the platform would. */
export async function run(env: Env & { readonly CDR_ID: string }) {
  const request = new Request(`https://worker.example/evidence/${env.CDR_ID}`);
  const response = await handle(request, env);
  return { status: response.status, body: (await response.json()) as unknown };
}
