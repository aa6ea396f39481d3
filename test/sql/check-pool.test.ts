import { Client, Pool } from 'pg';
import { describe, expect, it } from 'vitest';
import { postgresLedger } from '../../src/intake/postgres.ts';
import { postgresInbox, postgresStore } from '../../src/webhooks/postgres.ts';

/** A tag for templates, as of other libraries: a function without `query`. */
const tag = Object.assign(() => undefined, { begin: () => undefined });

const faces: [string, (pool: never) => unknown][] = [
  ['postgresLedger', (pool) => postgresLedger(pool)],
  ['postgresInbox', (pool) => postgresInbox(pool, { enqueue: () => undefined })],
  ['postgresStore', (pool) => postgresStore(pool)],
];

describe.each(faces)('%s', (_, make) => {
  it.each<[string, unknown]>([
    ['a client, which has query() and connect() too', new Client()],
    ['the client of a library with another interface', tag],
    ['the settings of a pool', { host: '127.0.0.1' }],
    ['an address', 'postgres://127.0.0.1'],
    ['nothing', undefined],
    ['null', null],
  ])('refuses %s before anything is asked', (__, given) => {
    const refused = expect.objectContaining({
      name: 'InvalidInputError',
      issues: [expect.objectContaining({ path: 'pool' })],
    });
    expect(() => make(given as never)).toThrow(refused);
  });

  it('takes a pool', () => {
    expect(() => make(new Pool() as never)).not.toThrow();
  });
});
