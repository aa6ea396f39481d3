import { ServiceFailure } from '../service/operations/failure.ts';
import type { CoreRequest } from './core-message.ts';

function invalidBody(check: string, message: string): ServiceFailure {
  return new ServiceFailure('INVALID_ARGUMENT', message, { check, section: '1' });
}

/**
 * The JSON body; `undefined` for none, which is legal everywhere (spec §1). `null` is as good as
 * none; anything else that is no object is refused.
 */
export async function readBody(request: CoreRequest, maxBytes: number): Promise<unknown> {
  const text = await request.text(maxBytes);
  if (text === undefined) {
    throw invalidBody('the body is within bounds', `the body is longer than ${maxBytes} bytes`);
  }
  if (text.trim() === '') return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalidBody('the body is JSON', 'the body is not JSON; send an object, or nothing');
  }
  if (body === null) return undefined;
  if (typeof body === 'object' && !Array.isArray(body)) return body;
  throw invalidBody('the body is an object', 'the body must be a JSON object, or empty');
}
