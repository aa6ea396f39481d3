import { jsonFaultOf } from '../ground/json-fault.ts';
import { NotUtf8 } from '../ground/not-utf8.ts';
import type { ControlEndpoint } from './control-endpoint.ts';
import { ControlFailure } from './control-failure.ts';
import type { ControlRequest } from './control-request.ts';

const BODY_MAX_BYTES = 4 * 1024 * 1024;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const fault = jsonFaultOf(text);
    const where = fault ? ` at line ${fault.line}, column ${fault.column}` : '';
    throw new ControlFailure(
      'INVALID_JSON',
      `the body is not valid JSON${where}${fault ? `: expected ${fault.expected}` : ''}`,
    );
  }
}

/** Reads the body's text; `undefined` if it is longer than `maxBytes`. */
async function textOf(request: ControlRequest, maxBytes: number): Promise<string | undefined> {
  try {
    const text = await request.text(maxBytes);
    // Editors on Windows write a byte order mark before the text.
    return text?.replace(/^\ufeff/, '');
  } catch (error) {
    if (error instanceof NotUtf8) throw new ControlFailure('INVALID_JSON', error.message);
    throw error;
  }
}

/**
 * Reads the body as JSON; an empty body is `{}`. A browser can send a form or plain text to any
 * site without a preflight, so a body that is not declared as JSON is refused, whatever it
 * contains.
 *
 * @throws ControlFailure
 */
export async function readControlBody(
  request: ControlRequest,
  { body, maxBodyBytes = BODY_MAX_BYTES }: ControlEndpoint,
): Promise<unknown> {
  const text = await textOf(request, maxBodyBytes);
  if (text === undefined) {
    throw new ControlFailure('BODY_TOO_LARGE', `the body is longer than ${maxBodyBytes} bytes`);
  }
  if (text.trim() === '') return {};
  if (!/^application\/json\s*(?:;|$)/i.test(request.header('content-type') ?? '')) {
    throw new ControlFailure('BODY_NOT_JSON', 'send the body as "Content-Type: application/json"');
  }
  const given = parse(text);
  // A row without a body accepts an empty object, which many clients send.
  const isEmpty = typeof given === 'object' && given !== null && Object.keys(given).length === 0;
  if (body !== null || isEmpty) return given;
  throw new ControlFailure('INVALID_INPUT', 'this endpoint takes no body', {
    issues: [{ path: '', message: 'this endpoint takes no body' }],
  });
}
