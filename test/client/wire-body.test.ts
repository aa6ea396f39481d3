import { describe, expect, it } from 'vitest';
import { type WireBody, wireBody } from '../../src/transport/wire-body.ts';

const URL_OF_SHARE = 'https://api.example.com/v1/cdrs/cdr_1/share';

/** Deno's globals, in a process that may only connect to `allowed`. */
const deno = (allowed: string) => ({
  process: { versions: { node: '24.0.0' } },
  Deno: {
    permissions: {
      querySync: ({ host }: { host: string }) => ({
        state: host === allowed ? 'granted' : 'prompt',
      }),
    },
  },
});
const free = deno('api.example.com:443');
const node = { process: { versions: { node: '26.0.0' } } };

/** Runtimes that do not repeat a POST on their own. */
const others: readonly [string, object][] = [
  ['Bun', { ...node, Bun: {} }],
  ['Workers', { navigator: { userAgent: 'Cloudflare-Workers' } }],
  ['Workers with nodejs_compat', { ...node, navigator: { userAgent: 'Cloudflare-Workers' } }],
  ['Deno without the permission', deno('api.example.com:80')],
];

async function piecesOf({ body }: WireBody): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of body as ReadableStream<Uint8Array>) {
    pieces.push(Buffer.from(piece).toString('utf8'));
  }
  return pieces;
}

describe('the body of a POST', () => {
  it.each(others)('is the text, or absent, on %s', (_, globals) => {
    expect(wireBody('{"a":"ä"}', URL_OF_SHARE, globals)).toEqual({ body: '{"a":"ä"}' });
    expect(wireBody(undefined, URL_OF_SHARE, globals)).toEqual({});
  });

  it('is one that Deno cannot send a second time by itself', async () => {
    const { body } = wireBody('{"a":"ä"}', URL_OF_SHARE, free);
    expect(body).toBeInstanceOf(Blob);
    expect(await (body as Blob).text()).toBe('{"a":"ä"}');
    expect((body as Blob).type).toBe('');
    expect((wireBody(undefined, URL_OF_SHARE, free).body as Blob).size).toBe(0);
    const local = wireBody('x', 'http://127.0.0.1:8080/v1/x', deno('127.0.0.1:8080'));
    expect(local.body).toBeInstanceOf(Blob);
  });

  it('is one that Node cannot send a second time by itself, and has a length', async () => {
    const wire = wireBody('{"a":"ä"}', URL_OF_SHARE, node);
    expect(wire).toMatchObject({ duplex: 'half', headers: { 'content-length': '10' } });
    expect(await piecesOf(wire)).toEqual(['{"a":"ä"}']);
    const empty = wireBody(undefined, URL_OF_SHARE, node);
    expect(empty.body).toBeInstanceOf(ReadableStream);
    expect(empty.headers).toBeUndefined();
    expect(await piecesOf(empty)).toEqual([]);
  });

  it('is text to a fetch of the own that knows no streams', () => {
    const { body } = wireBody('{"a":"ä"}', URL_OF_SHARE, node);
    expect(String(body)).toBe('{"a":"ä"}');
    expect(JSON.parse(String(body))).toEqual({ a: 'ä' });
  });
});
