// AWS Lambda behind API Gateway (REST or HTTP API), a function URL or an Application Load Balancer. The
// body arrives as text, or as base64 if what is in front takes it for binary.
import { createReceiver, type Env } from './receiver.ts';

/** The part of the event that is used here, the same in all of them. */
export interface GatewayEvent {
  readonly headers?: Readonly<Record<string, string | undefined>> | null;
  /** In place of `headers`, if a load balancer's target group sends several values. */
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[] | undefined>> | null;
  readonly body?: string | null;
  readonly isBase64Encoded: boolean;
  /** A load balancer has `elb` in it. */
  readonly requestContext?: object;
}

export interface GatewayResult {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly isBase64Encoded: false;
  /** Required by a load balancer, and refused by a REST API. */
  readonly statusDescription?: string;
}

function headersOf({ headers, multiValueHeaders }: GatewayEvent): Headers {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers ?? multiValueHeaders ?? {})) {
    for (const each of [value ?? []].flat()) sent.append(name, each);
  }
  return sent;
}

function resultOf(event: GatewayEvent, { status, headers }: Response): GatewayResult {
  const isBalancer = 'elb' in (event.requestContext ?? {});
  return {
    statusCode: status,
    headers: Object.fromEntries(headers),
    isBase64Encoded: false,
    ...(isBalancer && { statusDescription: `${status} ${status < 300 ? 'OK' : 'Not accepted'}` }),
  };
}

export function createLambda(env: Env): (event: GatewayEvent) => Promise<GatewayResult> {
  const receive = createReceiver(env);
  return async (event) => {
    const { body, isBase64Encoded } = event;
    if (typeof body !== 'string') {
      env.warn('webhook refused', 'no raw body: is a body parser in front of the function?');
      return resultOf(event, new Response(null, { status: 500 }));
    }
    const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
    const init = { method: 'POST', headers: headersOf(event), body: bytes };
    return resultOf(event, await receive(new Request('http://lambda/', init)));
  };
}

export async function run(env: Env, event: GatewayEvent): Promise<GatewayResult> {
  return createLambda(env)(event);
}
