// AWS Lambda behind API Gateway (REST or HTTP API) or a function URL. The body arrives as text, or as
// base64 if the gateway takes it for binary.
import { createReceiver, type Env } from './receiver.ts';

/** The part of the event that is used here, the same in payload formats 1.0 and 2.0. */
export interface GatewayEvent {
  readonly headers: Record<string, string | undefined>;
  readonly body?: string | null;
  readonly isBase64Encoded: boolean;
}

export interface GatewayResult {
  readonly statusCode: number;
}

export function createLambda(env: Env): (event: GatewayEvent) => Promise<GatewayResult> {
  const receive = createReceiver(env);
  return async ({ headers, body, isBase64Encoded }) => {
    if (typeof body !== 'string') {
      env.warn('webhook refused', 'no raw body: is a body parser in front of the function?');
      return { statusCode: 500 };
    }
    const sent = Object.entries(headers).filter((pair): pair is [string, string] =>
      Boolean(pair[1]),
    );
    const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
    const request = new Request('http://lambda/', { method: 'POST', headers: sent, body: bytes });
    return { statusCode: (await receive(request)).status };
  };
}

export async function run(env: Env, event: GatewayEvent): Promise<GatewayResult> {
  return createLambda(env)(event);
}
