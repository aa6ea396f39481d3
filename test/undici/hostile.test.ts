import { Agent } from 'undici';
import { afterAll } from 'vitest';
import { undiciFetch } from '../../src/undici/index.ts';
import { way } from '../hostile/support/way.ts';

// The hostile suite with clients that send through undici: here the parts that depend on the
// platform, and with `npm run proof:undici` all of it.
const dispatcher = new Agent();
way.fetch = undiciFetch({ dispatcher });
afterAll(() => dispatcher.close());

await import('../hostile/floods.test.ts');
await import('../hostile/http2.test.ts');
await import('../hostile/kept-alive.test.ts');
await import('../hostile/redirects.test.ts');
await import('../hostile/stalls.test.ts');
await import('../hostile/tls.test.ts');
await import('../hostile/unreachable.test.ts');

if (process.env['HOSTILE'] === 'whole') {
  await import('../hostile/aborts.test.ts');
  await import('../hostile/advice.test.ts');
  await import('../hostile/check.test.ts');
  await import('../hostile/connections.test.ts');
  await import('../hostile/faults.property.test.ts');
  await import('../hostile/pages.test.ts');
  await import('../hostile/pending.test.ts');
  await import('../hostile/replies.test.ts');
  await import('../hostile/retry-after.test.ts');
  await import('../hostile/sent-once.property.test.ts');
}
