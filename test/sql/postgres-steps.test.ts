import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  checkPool,
  ownClient,
  type PostgresPool,
  rowsOfLast,
  surviveDeaths,
} from '../../src/sql/postgres/pool.ts';
import { PostgresSender, statementName } from '../../src/sql/postgres/sender.ts';
import { inlined, isNotDone } from '../../src/sql/postgres/statements.ts';
import {
  creation,
  existence,
  isUniqueViolation,
  wholeCheck,
} from '../../src/sql/postgres/tables.ts';
import { postgresTransaction, retried } from '../../src/sql/postgres/transaction.ts';

const GUARD = 'consent_evidence_guard';
const BEGIN = `BEGIN; SAVEPOINT ${GUARD}`;
const COMMIT = `RELEASE SAVEPOINT ${GUARD}; COMMIT`;
const TO_GUARD = `ROLLBACK TO SAVEPOINT ${GUARD}`;
const TRIES_MAX = 20;

const failure = (code: string, cause?: unknown) =>
  Object.assign(new Error(`failed with ${code}`), { code, cause });

type Reply = (sql: string) => unknown;

/** A client of `pg` that has no server: it notes what it gets, and answers as it is told. */
class FakeClient extends EventEmitter {
  readonly log: string[] = [];
  readonly #reply: Reply;

  constructor(reply: Reply = () => undefined) {
    super();
    this.#reply = reply;
  }

  async query(sql: string): Promise<never> {
    this.log.push(sql);
    return (await this.#reply(sql)) as never;
  }

  release(destroy?: boolean): void {
    this.log.push(destroy === true ? 'closed' : 'given back');
  }
}

const poolOf = (client: FakeClient) =>
  ({ connect: async () => client, query: client.query.bind(client) }) as unknown as PostgresPool;

/** Fails the statement, each time or only the first time. */
const failing = (statement: string, error: unknown, times = Number.POSITIVE_INFINITY): Reply => {
  let left = times;
  return (sql) => {
    if (sql !== statement || left <= 0) return undefined;
    left -= 1;
    throw error as Error;
  };
};

describe('a transaction', () => {
  it('is three round trips, and its effect gets the last rows of the opening', async () => {
    const answers: unknown[] = [[{ rows: [1] }, { rows: [2, 3] }]];
    const client = new FakeClient(() => answers.shift());
    const result = await postgresTransaction(poolOf(client), {
      opening: 'SELECT opening',
      effect: async (tx, opened) => {
        await tx.query('SELECT effect');
        return opened;
      },
      completion: (opened) => `SELECT ${opened.length}`,
    });
    expect(result).toEqual([2, 3]);
    expect(client.log).toEqual([
      `${BEGIN}; SELECT opening`,
      'SELECT effect',
      `RELEASE SAVEPOINT ${GUARD}; SELECT 2; COMMIT`,
      'given back',
    ]);
    expect(client.listenerCount('error')).toBe(0);
  });

  const effect = async () => 'done';

  it.each([
    ['40001', 'its effect', failure('40001')],
    ['40P01', 'its effect', failure('40P01')],
    ['40001', 'a query builder', failure('X', failure('Y', failure('Z', failure('40001'))))],
  ])('is repeated after %s from %s, if it is still its own', async (_code, _whose, error) => {
    const client = new FakeClient(failing('SELECT effect', error, 1));
    const run = postgresTransaction(poolOf(client), {
      effect: (tx) => tx.query('SELECT effect'),
    });
    await expect(run).resolves.toBeUndefined();
    expect(client.log).toEqual([
      ...[BEGIN, 'SELECT effect', TO_GUARD, 'ROLLBACK', 'given back'],
      ...[BEGIN, 'SELECT effect', COMMIT, 'given back'],
    ]);
  });

  it.each([
    ['that is not repeatable', failure('23505'), [BEGIN, 'ROLLBACK', 'given back']],
    [
      'that is too deep in causes',
      failure('1', failure('2', failure('3', failure('4', failure('5', failure('40001')))))),
      [BEGIN, 'ROLLBACK', 'given back'],
    ],
    ['without a code', 'text', [BEGIN, 'ROLLBACK', 'given back']],
    ['that is null', null, [BEGIN, 'ROLLBACK', 'given back']],
  ])('ends with an error of its effect %s', async (_title, error, log) => {
    const client = new FakeClient();
    const run = postgresTransaction(poolOf(client), {
      effect: () => Promise.reject(error as Error),
    });
    await expect(run).rejects.toBe(error);
    expect(client.log).toEqual(log);
  });

  it('is not repeated where its effect has committed', async () => {
    const client = new FakeClient(failing(TO_GUARD, failure('3B001')));
    const error = failure('40001');
    const run = postgresTransaction(poolOf(client), {
      effect: () => Promise.reject(error as Error),
    });
    await expect(run).rejects.toBe(error);
    expect(client.log).toEqual([BEGIN, TO_GUARD, 'ROLLBACK', 'given back']);
  });

  it('is repeated after a conflict at its commit, which released the guard', async () => {
    const client = new FakeClient(failing(COMMIT, failure('40P01'), 1));
    await expect(postgresTransaction(poolOf(client), { effect })).resolves.toBe('done');
    const once = [BEGIN, COMMIT];
    expect(client.log).toEqual([...once, 'ROLLBACK', 'given back', ...once, 'given back']);
  });

  it.each(['25P01', '3B001'])('names the effect that ended it: %s', async (code) => {
    const client = new FakeClient(failing(COMMIT, failure(code)));
    const run = postgresTransaction(poolOf(client), { effect });
    const message =
      /^effect: ended the transaction in which it ran, so nothing is completed: expected no BEGIN, COMMIT or ROLLBACK of its own, and no transaction\(\) of a query builder; savepoints are fine$/;
    await expect(run).rejects.toThrow(message);
    await expect(run).rejects.toMatchObject({ name: 'InvalidInputError' });
    expect(client.log).toEqual([BEGIN, COMMIT, 'ROLLBACK', 'given back']);
  });

  it.each([
    ['text', 'text'],
    ['null', null],
    ['a full disk', failure('53100')],
  ])('passes on what else its commit fails with: %s', async (_title, error) => {
    const client = new FakeClient(failing(COMMIT, error));
    await expect(postgresTransaction(poolOf(client), { effect })).rejects.toBe(error);
  });

  it('closes a connection that cannot roll back, and goes on listening to it', async () => {
    const client = new FakeClient(failing('ROLLBACK', failure('57P01')));
    const error = new Error('out of stock');
    const run = postgresTransaction(poolOf(client), {
      effect: () => Promise.reject(error as Error),
    });
    await expect(run).rejects.toBe(error);
    expect(client.log).toEqual([BEGIN, 'ROLLBACK', 'closed']);
    client.emit('error', new Error('dead'));
  });

  it('ends with the death of its connection, also where its effect never ends', async () => {
    const client = new FakeClient();
    const death = new Error('terminated by an administrator');
    const run = postgresTransaction(poolOf(client), {
      effect: async () => {
        client.emit('error', death);
        client.emit('error', new Error('the socket is closed'));
        return new Promise(() => undefined);
      },
    });
    await expect(run).rejects.toBe(death);
    expect(client.log).toEqual([BEGIN, 'closed']);
  });

  it.each([
    ['a failed statement', () => Promise.reject(new Error('the socket is closed'))],
    ['a statement that has an answer', async () => ({ rows: [] })],
  ])('reports the death rather than %s', async (_title, reply) => {
    const death = new Error('terminated by an administrator');
    const client = new FakeClient(() => {
      client.emit('error', death);
      return reply();
    });
    await expect(postgresTransaction(poolOf(client), { effect })).rejects.toBe(death);
    expect(client.log).toEqual([BEGIN, 'closed']);
  });

  it('needs no events of its client', async () => {
    const log: string[] = [];
    const query = async (sql: string) => void log.push(sql);
    const client = { query, release: () => log.push('given back') } as unknown as FakeClient;
    await expect(postgresTransaction(bare(client), { effect })).resolves.toBe('done');
    expect(log).toEqual([BEGIN, COMMIT, 'given back']);
  });

  it('is tried twenty times at most, and so is a statement', async () => {
    const error = failure('40001');
    const client = new FakeClient(failing(COMMIT, error));
    await expect(postgresTransaction(poolOf(client), { effect })).rejects.toBe(error);
    expect(client.log.filter((sql) => sql === BEGIN)).toHaveLength(TRIES_MAX);
    let runs = 0;
    const run = async () => {
      runs += 1;
      if (runs < TRIES_MAX) throw error as Error;
      return runs;
    };
    await expect(retried(run)).resolves.toBe(TRIES_MAX);
    runs = -1;
    await expect(retried(run)).rejects.toBe(error);
    runs = 0;
    const other = async () => {
      runs += 1;
      throw failure('23505');
    };
    await expect(retried(other)).rejects.toThrow('23505');
    expect(runs).toBe(1);
  });
});

const bare = (client: unknown) => ({ connect: async () => client }) as unknown as PostgresPool;

type Sent = readonly [statement: unknown, values: unknown];

/** A pool that notes what it is sent, and fails as long as it is told. */
function sending(failures: readonly unknown[], totalCount?: number) {
  const sent: Sent[] = [];
  const left = [...failures];
  const pool = {
    ...(totalCount !== undefined && { totalCount }),
    async query(statement: unknown, values: unknown) {
      sent.push([statement, values]);
      const error = left.shift();
      if (error !== undefined) throw error as Error;
      return { rows: ['row'] };
    },
  };
  return { sent, pool: pool as unknown as PostgresPool };
}

describe('a statement', () => {
  const SQL = 'SELECT $1';
  const named = [{ name: statementName(SQL), text: SQL, values: [1] }, [1]];
  const plain = [SQL, [1]];

  it('has a name that other versions of this package give it as well', () => {
    expect(statementName('')).toBe('consent_evidence_811c9dc56c62272e');
    expect(statementName(SQL)).toBe('consent_evidence_f3596cc8db3fb679');
    const names = new Set(Array.from({ length: 300 }, (_, n) => statementName(`SELECT ${n}`)));
    expect(names.size).toBe(300);
    for (const name of names) expect(name).toMatch(/^consent_evidence_[0-9a-f]{16}$/);
  });

  it.each([
    ['by its name to a pool that counts its clients', 0, undefined, named],
    ['as it is to another pool', undefined, undefined, plain],
    ['as it is where names are turned off', 0, false, plain],
    ['by its name where names are turned on', undefined, true, named],
  ] as const)('goes %s', async (_title, count, isNamed, expected) => {
    const { sent, pool } = sending([], count);
    const sender = new PostgresSender(pool, isNamed);
    expect(await sender.rows(SQL, [1])).toEqual(['row']);
    expect(await sender.rows('SELECT 1', [])).toEqual(['row']);
    expect(sent).toEqual([expected, ['SELECT 1', []]]);
  });

  it.each(['26000', '42P05', '0A000'])(
    'goes as it is after its name was refused: %s',
    async (code) => {
      const { sent, pool } = sending([failure(code)], 0);
      const sender = new PostgresSender(pool);
      expect(await sender.rows(SQL, [1])).toEqual(['row']);
      await sender.rows(SQL, [1]);
      expect(sent).toEqual([named, plain, plain]);
    },
  );

  it.each([
    ['an error of another kind', SQL, [1], 0, failure('23505')],
    ['no code', SQL, [1], 0, 'text'],
    ['null', SQL, [1], 0, null],
    ['a statement without values', 'SELECT 1', [], 0, failure('26000')],
    ['a pool without names', SQL, [1], undefined, failure('26000')],
  ] as const)('is not sent again after %s', async (_title, text, values, count, error) => {
    const { sent, pool } = sending([error ?? 'null'], count);
    const run = new PostgresSender(pool).rows(text, [...values]);
    await expect(run).rejects.toBe(error ?? 'null');
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['again, without names, where a name was refused', [failure('26000')], 0, 2],
    ['once where something else failed', [failure('23505')], 0, 1],
    ['once where names are not used', [failure('26000')], undefined, 1],
  ] as const)('has its transaction run %s', async (_title, failures, count, runs) => {
    const { sent, pool } = sending(failures, count);
    const sender = new PostgresSender(pool);
    let seen = 0;
    const run = sender.transaction(async (send) => {
      seen += 1;
      return send(pool as never, SQL, [1]);
    });
    if (runs === 2) expect(await run).toEqual(['row']);
    else await expect(run).rejects.toBe(failures[0]);
    expect(seen).toBe(runs);
    expect(sent.at(-1)).toEqual(count === 0 && runs === 1 ? named : plain);
  });

  it('has its transaction run once where the caller’s own part fails with such a code', async () => {
    const error = failure('26000');
    let runs = 0;
    const run = new PostgresSender(sending([], 0).pool).transaction(async () => {
      runs += 1;
      throw error as Error;
    });
    await expect(run).rejects.toBe(error);
    expect(runs).toBe(1);
  });

  it('has rows, whatever its driver returns', () => {
    const [one, two] = [{ rows: [1] }, { rows: [2] }];
    expect([one, [one, one, two], [], undefined].map((each) => rowsOfLast(each))).toEqual([
      ...[[1], [2], [], []],
    ]);
  });

  it('has its values written into it so that none can end its quotes', () => {
    const values = ['a-b.c:d_1', "it's", null, -5, 'é'];
    expect(inlined('$1, $2, $3, $4, $5, $1, $6!')(values)).toBe(
      "'a-b.c:d_1', convert_from(decode('69742773', 'hex'), 'UTF8'), NULL, (-5), " +
        "convert_from(decode('c3a9', 'hex'), 'UTF8'), 'a-b.c:d_1', !",
    );
    expect(inlined('$1')(['\u0001'])).toContain("'01'");
    const eleven = Array.from({ length: 11 }, (_, index) => index + 1);
    expect(inlined('$11, $1')(eleven)).toBe('(11), (1)');
    expect(() => inlined('$1')([true as never])).toThrow(
      'expected a string, a whole number or null for each parameter',
    );
  });

  it.each([
    [failure('23505'), true, false],
    [failure('22P02'), false, false],
    [Object.assign(new Error('"consent_evidence_not_done"'), { code: '22P02' }), false, true],
    [Object.assign(new Error('"consent_evidence_not_done"'), { code: '22P03' }), false, false],
    [null, false, false],
    [undefined, false, false],
  ])('that failed is known by its code: %s', (error, isUnique, isUndone) => {
    expect([isUniqueViolation(error), isNotDone(error)]).toEqual([isUnique, isUndone]);
  });
});

const text = () => 'text';

describe('a pool', () => {
  it('and its clients get one listener each, however often they are used', () => {
    const [pool, client] = [new EventEmitter(), new FakeClient()];
    for (let times = 0; times < 2; times += 1) {
      surviveDeaths(pool as never);
      pool.emit('acquire', client);
    }
    expect([pool, client].map((each) => each.listenerCount('error'))).toEqual([1, 1]);
    pool.emit('error', new Error('dead'));
    client.emit('error', new Error('dead'));
    expect(() => surviveDeaths({} as never)).not.toThrow();
  });

  it.each([
    [
      { escapeIdentifier: text, query: text, connect: text },
      'expected a Pool of pg, not a Client: a transaction takes its own',
    ],
    [{ query: text }, 'expected a Pool of pg, with query() and connect()'],
    [{ connect: text }, 'expected a Pool of pg, with query() and connect()'],
  ])('is asked for where there is another object: %o', (given, message) => {
    expect(() => checkPool(given as never)).toThrow(`pool: ${message}`);
    expect(() => checkPool({ query: text, connect: text } as never)).not.toThrow();
  });

  it.each(['release', 'connect', 'end'] as const)(
    'keeps a client of a transaction from %s',
    (name) => {
      const gone = () => 'gone';
      const all = { release: gone, connect: gone, end: gone };
      const own = ownClient({ ...all, query: () => 'rows', fixed: 1 });
      expect(() => own[name]()).toThrow(
        `tx: must not call ${name}(): the transaction returns its client to the pool itself`,
      );
      expect(own.query).toBe(own.query);
      expect([own.query(), own.fixed]).toEqual(['rows', 1]);
      own.fixed = 2;
      expect(own.fixed).toBe(2);
      // What cannot be changed is given as it is, as a proxy must.
      const frozen = Object.freeze({ query: () => 'rows' });
      expect(ownClient(frozen).query).toBe(frozen.query);
    },
  );
});

describe('a table', () => {
  it('is created under one lock, and looked for without reading a row', () => {
    expect(creation('\n  CREATE TABLE a;\n ')).toBe(
      'DO $consent_evidence$ BEGIN\nPERFORM pg_advisory_xact_lock(7231498102);\n' +
        'CREATE TABLE a;\nEND $consent_evidence$;\n',
    );
    expect(existence('a', 'b.c')).toBe(
      "SELECT 1 WHERE to_regclass('a') IS NOT NULL AND to_regclass('b.c') IS NOT NULL",
    );
  });

  it('is looked at until it was found whole once, and refused with what to do', async () => {
    const needed = [{ column: 'a, b' }, { column: 'c', where: "d = 'x'" }];
    const answers = [
      [{ column: 'a, b', where: null }],
      [],
      [
        { column: 'a, b', where: null },
        { column: 'c', where: "(d = 'x'::text)" },
      ],
    ];
    const asked: unknown[] = [];
    const rowsOf = async (text: string, values: unknown[]) => {
      asked.push(values);
      expect(text).toContain("to_regclass('s.t')");
      return answers[asked.length - 1] ?? [];
    };
    const check = wholeCheck(rowsOf, 's.t', needed, (remedy) => new Error(remedy));
    const words =
      's.t does not exist, or lacks unique indexes that are valid: run createTables() if there is no such table, else ';
    await expect(check()).rejects.toThrow(`${words}CREATE UNIQUE INDEX ON s.t (c) WHERE d = 'x'`);
    await expect(check()).rejects.toThrow(
      `${words}CREATE UNIQUE INDEX ON s.t (a, b); CREATE UNIQUE INDEX ON s.t (c) WHERE d = 'x'`,
    );
    await Promise.all([check(), check()]);
    await check();
    expect(asked).toEqual([[], [], []]);
  });
});
