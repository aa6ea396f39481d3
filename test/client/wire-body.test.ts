import { describe, expect, it } from 'vitest';
import { wireBody } from '../../src/transport/wire-body.ts';

const URL_OF_SHARE = 'https://api.example.com/v1/cdrs/cdr_1/share';

/** Deno's globals, in a process that may connect to `allowed` alone. */
const deno = (allowed: string) => ({
  Deno: {
    permissions: {
      querySync: ({ host }: { host: string }) => ({
        state: host === allowed ? 'granted' : 'prompt',
      }),
    },
  },
});
const free = deno('api.example.com:443');

describe('the body of a request', () => {
  it('is the text, or none', () => {
    expect(wireBody('POST', '{"a":"ä"}', URL_OF_SHARE)).toBe('{"a":"ä"}');
    expect(wireBody('POST', undefined, URL_OF_SHARE)).toBeUndefined();
  });

  it('is one that Deno cannot send a second time by itself', async () => {
    const body = wireBody('POST', '{"a":"ä"}', URL_OF_SHARE, free);
    expect(body).toBeInstanceOf(Blob);
    expect(await (body as Blob).text()).toBe('{"a":"ä"}');
    expect((body as Blob).type).toBe('');
    expect((wireBody('POST', undefined, URL_OF_SHARE, free) as Blob).size).toBe(0);
    const local = wireBody('POST', 'x', 'http://127.0.0.1:8080/v1/x', deno('127.0.0.1:8080'));
    expect(local).toBeInstanceOf(Blob);
  });

  it('is the text where Deno may not connect', () => {
    expect(wireBody('POST', 'x', URL_OF_SHARE, deno('api.example.com:80'))).toBe('x');
  });

  it('is none of a GET', () => {
    expect(wireBody('GET', undefined, URL_OF_SHARE, free)).toBeUndefined();
  });
});
