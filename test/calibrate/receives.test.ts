import { describe, expect, it } from 'vitest';
import { CalibrationError } from '../../src/calibrate/calibration-error.ts';
import { NotMeasured } from '../../src/calibrate/not-measured.ts';
import { isTaken } from '../../src/calibrate/receives.ts';
import { refusingCriteria } from '../../src/calibrate/refusal.ts';
import {
  accountOf,
  answered,
  craftedRun,
  entriesOf,
  failure,
  PHRASE,
  type Reply,
  refusal,
  rightService,
  type Service,
  success,
} from './support/crafted-run.ts';

const ENTRIES = entriesOf(2);
const RIGHT = rightService(ENTRIES);
const REFUSED = refusal({ 'calibrate.refuse': 'X' });
const TAKEN = success({ cdr: {}, alreadyClaimed: false });
const MADE_UP = '/v1/shares/calibrate-no-such-thing-token';
const NOT_PROBED = () => ({ isProbed: false, isOver: false });

/** Answers receives with these, one after the other, and everything else rightly. */
function receiving(...replies: readonly (Reply | Error)[]): Service {
  const left = [...replies];
  return (ask) => {
    const isReceive = ask.method === 'POST' && ask.path.startsWith('/v1/shares/');
    return isReceive ? (left.shift() ?? REFUSED) : RIGHT(ask);
  };
}

function runOf(service: Service, parts: Parameters<typeof craftedRun>[1] = {}) {
  const made = craftedRun(service, { account: accountOf(ENTRIES), ...parts });
  const receives = () => made.names().filter((name) => name.includes(' POST /v1/shares/'));
  return { ...made, sent: receives };
}

describe('whether a receive may have taken effect', () => {
  it.each<[string, Reply, boolean]>([
    ['a success', TAKEN, true],
    ['a success with an odd status', { ...TAKEN, status: 500 }, true],
    ['200 without a body', { status: 200 }, true],
    ['204 without a body', { status: 204 }, true],
    ['299 with JSON that is no envelope', { status: 299, body: {} }, true],
    ['a page', { status: 200, body: '<html>' }, true],
    ['202 that is pending', failure(202, 'CDR_PENDING'), false],
    ['302', { status: 302 }, false],
    ['300', { status: 300 }, false],
    ['199', { status: 199 }, false],
    ['404 without a body', { status: 404 }, false],
    ['a refusal', REFUSED, false],
  ])('%s', (_, reply, expected) => {
    expect(isTaken(answered(reply))).toBe(expected);
  });
});

describe('receives of a run', () => {
  it('begin with a probe of a record of the sender, once, and then send what is asked', async () => {
    const { run, sent, asked, state } = runOf(receiving(), { state: NOT_PROBED() });
    const token = await run.tokens.of('cdr_2');
    const parts = { record: { maxAgeSeconds: 5 } };
    await run.receive(token, parts, { collect: true, claim: true });
    await run.receive(token, {}, { as: 'sender' });
    await run.receiveNothing({ collect: false });
    expect(sent()).toEqual([
      'receiver POST /v1/shares/tok_cdr_1',
      'receiver POST /v1/shares/tok_cdr_2/claim',
      'sender POST /v1/shares/tok_cdr_2',
      `receiver POST ${MADE_UP}`,
    ]);
    const bodies = asked
      .filter(({ path }) => path.startsWith('/v1/shares'))
      .map(({ body }) => body);
    expect(bodies).toEqual([
      { acceptance: refusingCriteria(PHRASE) },
      { acceptance: refusingCriteria(PHRASE, parts), collect: true },
      { acceptance: refusingCriteria(PHRASE) },
      { collect: false },
    ]);
    expect(state).toEqual({ isProbed: true, isOver: false, probe: 'tok_cdr_1' });
  });

  it('send a made-up token although there is no record for the probe', async () => {
    const { run, sent, state } = runOf(receiving(), {
      ...{ state: NOT_PROBED(), account: accountOf([]) },
    });
    await run.receiveNothing();
    expect(sent()).toEqual([`receiver POST ${MADE_UP}`]);
    expect(state.isProbed).toBe(false);
    await expect(run.receive('tok', {})).rejects.toThrow('the sender has no record that it');
    expect(sent()).toHaveLength(1);
  });

  it('let any other error of the probe through', async () => {
    const broken = new Error('a bug');
    const { run } = runOf(receiving(broken), { state: NOT_PROBED() });
    await expect(run.receiveNothing()).rejects.toBe(broken);
  });

  it.each<[string, Reply | Error]>([
    ['that succeeds', TAKEN],
    ['that is 204', { status: 204 }],
  ])('end with one %s, and name its record', async (_, reply) => {
    const { run, sent, state } = runOf(receiving(reply), { state: NOT_PROBED() });
    const error: unknown = await run.receiveNothing().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CalibrationError);
    expect(error).toMatchObject({ reason: 'received' });
    const status = 'status' in reply ? reply.status : 200;
    expect(String(error)).toContain(`(status ${status}, of the record cdr_1)`);
    expect(String(error)).toContain('it passes on at no charge (spec §4.6 rule 9)');
    expect(state.isOver).toBe(true);
    for (const again of [() => run.receive('tok_cdr_1'), () => run.receiveNothing()]) {
      await expect(again()).rejects.toThrow('an earlier receive may have succeeded');
    }
    await expect(run.receives.repeat()).rejects.toThrow('materials.receivedToken was not given');
    expect(sent()).toHaveLength(1);
  });

  it('end with one of a made-up token that succeeds', async () => {
    const { run, state } = runOf(receiving(TAKEN));
    await expect(run.receiveNothing({})).rejects.toThrow('(status 200, of a made-up token)');
    expect(state.isOver).toBe(true);
  });
});

describe('a receive whose response says nothing', () => {
  const LOST = new NotMeasured('lost');
  const held = (reply: Reply | Error) => {
    let isSent = false;
    const receive = receiving(reply);
    return (afterwards: Reply): Service =>
      (ask, nth) => {
        if (ask.method === 'POST' && ask.path.startsWith('/v1/shares/')) isSent = true;
        const isRead = ask.as === 'receiver' && ask.method === 'GET' && isSent;
        return isRead ? afterwards : receive(ask, nth);
      };
  };

  it.each<[string, Reply | Error]>([
    ['no response', LOST],
    ['408', failure(408, 'TIMEOUT')],
    ['500', failure(500, 'INTERNAL')],
    ['599', { status: 599 }],
  ])('%s: the record is read, and it took effect if it is there', async (_, reply) => {
    const { run, names, state } = runOf(held(reply)(success({ cdr: {} })));
    const token = await run.tokens.of('cdr_1');
    const error: unknown = await run.receive(token).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason: 'received' });
    expect(String(error)).toContain('(its response was lost, of the record cdr_1)');
    expect(names().at(-1)).toBe('receiver GET /v1/cdrs/cdr_1');
    expect(state.isOver).toBe(true);
  });

  it('goes on if the record is not there', async () => {
    const service = held(failure(500, 'INTERNAL'))(failure(404, 'NOT_FOUND'));
    const { run, state } = runOf(service);
    const token = await run.tokens.of('cdr_1');
    expect((await run.receive(token)).status).toBe(500);
    expect(state.isOver).toBe(false);
    const lost = runOf(held(LOST)(failure(404, 'NOT_FOUND')));
    await expect(lost.run.receive(await lost.run.tokens.of('cdr_1'))).rejects.toBe(LOST);
    expect(lost.state.isOver).toBe(false);
  });

  it('ends the receives if the read says neither', async () => {
    const { run, state } = runOf(held(failure(500, 'INTERNAL'))(failure(403, 'FORBIDDEN')));
    const token = await run.tokens.of('cdr_1');
    await expect(run.receive(token)).rejects.toThrow(
      'whether a receive without a response succeeded',
    );
    expect(state.isOver).toBe(true);
  });

  it.each<[string, Reply | Error]>([
    ['407', failure(407, 'X')],
    ['499', failure(499, 'X')],
    ['an error of the probe itself', new Error('a bug')],
  ])('%s: nothing is read', async (_, reply) => {
    const { run, names } = runOf(held(reply)(success({ cdr: {} })));
    const token = await run.tokens.of('cdr_1');
    await run.receive(token).catch((thrown: unknown) => expect(thrown).toBe(reply));
    expect(names().at(-1)).toBe('receiver POST /v1/shares/tok_cdr_1');
  });

  it('reads nothing of a record that the receiver held before', async () => {
    const right = rightService(ENTRIES, { isHeld: () => true });
    const { run, names } = runOf((ask) =>
      ask.path.startsWith('/v1/shares') ? failure(500, 'X') : right(ask),
    );
    const token = await run.tokens.of('cdr_1');
    await run.receive(token);
    expect(names().at(-1)).toBe('receiver POST /v1/shares/tok_cdr_1');
  });
});

describe('the repeat of a receive', () => {
  const materials = { receivedToken: { token: 'tok_old', cdrId: 'cdr_1' } };
  const REPEATED = success({ alreadyClaimed: true, shareEventId: '' });

  it('is sent once, after the probe, and is the last receive', async () => {
    const { run, sent, state } = runOf(receiving(REFUSED, REPEATED), {
      ...{ materials, state: NOT_PROBED() },
    });
    const [one, other] = await Promise.all([run.receives.repeat(), run.receives.repeat()]);
    expect(one.data).toEqual({ alreadyClaimed: true, shareEventId: '' });
    expect(other).toBe(one);
    expect(sent()).toEqual([
      'receiver POST /v1/shares/tok_cdr_1',
      'receiver POST /v1/shares/tok_old',
    ]);
    expect(state.isOver).toBe(true);
    await expect(run.receiveNothing()).rejects.toThrow('an earlier receive may have succeeded');
  });

  it('that takes effect ends the run', async () => {
    const { run } = runOf(receiving(TAKEN), { materials });
    await expect(run.receives.repeat()).rejects.toThrow('(status 200, of the record cdr_1)');
  });

  it('that is refused, or is lost, ends the receives', async () => {
    const refused = runOf(receiving(failure(410, 'GONE')), { materials });
    expect((await refused.run.receives.repeat()).code).toBe('GONE');
    expect(refused.state.isOver).toBe(true);
    const lost = runOf(receiving(new NotMeasured('lost')), { materials });
    await expect(lost.run.receives.repeat()).rejects.toThrow('lost');
    expect(lost.state.isOver).toBe(true);
  });

  it('is not sent after a receive that may have succeeded', async () => {
    const { run, sent } = runOf(receiving(), {
      materials,
      state: { isProbed: true, isOver: true },
    });
    await expect(run.receives.repeat()).rejects.toThrow('an earlier receive may have succeeded');
    expect(sent()).toEqual([]);
  });
});
