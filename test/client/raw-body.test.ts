import { expect, it } from 'vitest';
import { ok, playing } from './support/answers.ts';
import { clientWith } from './support/client-of.ts';

it('the body of a raw request is written once, for its check and to be sent', async () => {
  const fetch = playing(ok({}));
  let written = 0;
  const body = { toJSON: () => ({ written: (written += 1) }) };
  await clientWith(fetch).request({ method: 'POST', path: '/v1/packages', body });
  expect(fetch.seen.map((sent) => sent.body)).toEqual(['{"written":1}']);
  expect(written).toBe(1);
});
