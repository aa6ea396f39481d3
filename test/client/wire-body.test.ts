import { describe, expect, it } from 'vitest';
import { wireBody } from '../../src/transport/wire-body.ts';

const deno = { Deno: {} };

describe('the body of a request', () => {
  it('is the text, or none', () => {
    expect(wireBody('POST', '{"a":"ä"}')).toBe('{"a":"ä"}');
    expect(wireBody('POST', undefined)).toBeUndefined();
  });

  it('is one that Deno cannot send a second time by itself', async () => {
    const body = wireBody('POST', '{"a":"ä"}', deno);
    expect(body).toBeInstanceOf(Blob);
    expect(await (body as Blob).text()).toBe('{"a":"ä"}');
    expect((body as Blob).type).toBe('');
    expect((wireBody('POST', undefined, deno) as Blob).size).toBe(0);
  });

  it('is none of a GET', () => {
    expect(wireBody('GET', undefined, deno)).toBeUndefined();
  });
});
