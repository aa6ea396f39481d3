import { describe, expect, it } from 'vitest';
import type { Ask } from '../../src/calibrate/ask.ts';
import { MADE_UP_KEYS, templateOf } from '../../src/calibrate/ask.ts';
import { GuardRefusal } from '../../src/calibrate/guard.ts';
import { NotMeasured } from '../../src/calibrate/not-measured.ts';
import { refusingCriteria } from '../../src/calibrate/refusal.ts';
import { ConsentEvidenceError } from '../../src/errors/consent-evidence-error.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { askerOf } from './support/crafted-asker.ts';
import { failure, PHRASE, type Reply, success } from './support/crafted-run.ts';

const DOMAINS: Ask = { as: 'sender', method: 'GET', path: '/v1/domains' };
const SHARE: Ask = {
  ...{ as: 'sender', method: 'POST', path: '/v1/cdrs/cdr_1/share', body: { expiresInMs: 9 } },
};
const RECEIVE: Ask = {
  ...{ as: 'receiver', method: 'POST', path: '/v1/shares/tok_1' },
  body: { acceptance: refusingCriteria(PHRASE) },
};
const LINK = 'https://files.example/1?signature=s';

class Lost extends ConsentEvidenceError {
  static override readonly kind: string = 'Lost';
  constructor() {
    super(['Lost'], 'lost');
  }
}

const OK = success({ domains: [] });

describe('what an asker sends', () => {
  it.each<[string, Ask, object]>([
    [
      'a read',
      { ...DOMAINS, query: { pageSize: '2', order: 'a b' } },
      {
        ...{ by: 'sender', target: '/v1/domains?pageSize=2&order=a+b', needsKey: true },
        ...{ repeat: 'read', headers: undefined, body: undefined, urlTemplate: '/v1/domains' },
      },
    ],
    [
      'a share',
      SHARE,
      {
        ...{ by: 'sender', method: 'POST', needsKey: true, repeat: 'once' },
        ...{ body: '{"expiresInMs":9}', urlTemplate: '/v1/cdrs/:cdrId/share' },
        secrets: ['', 'v1', 'cdrs', 'cdr_1', 'share'],
      },
    ],
    [
      'a receive',
      RECEIVE,
      {
        ...{ by: 'receiver', needsKey: true, repeat: 'read', urlTemplate: '/v1/shares/:token' },
        body: JSON.stringify(RECEIVE.body),
      },
    ],
    [
      'a request with a made-up key',
      { as: 'nobody', method: 'POST', path: '/v1/domains', key: MADE_UP_KEYS.noDot, body: '{' },
      {
        ...{ by: 'sender', needsKey: false, body: '{' },
        headers: { 'x-api-key': MADE_UP_KEYS.noDot },
      },
    ],
  ])('is %s', async (_, ask, expected) => {
    const { asker, calls, observed } = askerOf([OK]);
    const answer = await asker.ask(ask);
    expect(answer).toMatchObject({ status: 200, data: { domains: [] } });
    expect(calls).toMatchObject([expected]);
    expect(observed).toEqual([ask]);
  });

  it('is announced before, by number, without identifiers', async () => {
    const { asker, announced } = askerOf([OK]);
    await asker.ask(DOMAINS);
    await asker.ask(SHARE);
    await asker.ask(RECEIVE);
    await asker.download(LINK);
    expect(announced).toEqual([
      {
        number: 1,
        as: 'sender',
        method: 'GET',
        path: '/v1/domains',
        permission: 'a read with a key',
      },
      {
        ...{ number: 2, as: 'sender', method: 'POST', path: '/v1/cdrs/:cdrId/share' },
        permission: 'a share for at most 60 seconds, of a record chosen for the run',
      },
      {
        ...{ number: 3, as: 'receiver', method: 'POST', path: '/v1/shares/:token' },
        permission: 'a receive that must be refused',
      },
      {
        ...{ number: 4, as: 'nobody', method: 'GET', path: 'downloadUrl' },
        permission: 'the image of a record that the sender paid for',
      },
    ]);
    expect(asker.count).toBe(4);
  });

  it('is nothing that the guard refuses', async () => {
    const { asker, calls, announced } = askerOf([OK]);
    await expect(asker.ask({ ...SHARE, body: {} })).rejects.toThrow(GuardRefusal);
    expect({ calls, announced, count: asker.count }).toEqual({
      calls: [],
      announced: [],
      count: 0,
    });
  });

  it('has a template in place of each identifier', () => {
    expect(
      ['/v1/domains/a/cdrs?x=1', '/v1/cdrs/c', '/v1/cdrs/c/share', '/v1/shares/t/claim', '/x'].map(
        templateOf,
      ),
    ).toEqual([
      ...['/v1/domains/:domainId/cdrs', '/v1/cdrs/:cdrId', '/v1/cdrs/:cdrId/share'],
      ...['/v1/shares/:token/claim', '/x'],
    ]);
  });
});

describe('a request that fails', () => {
  it.each([408, 500, 599])('with %i is sent twice more', async (status) => {
    const failed = failure(status, 'X');
    const { asker, calls, announced } = askerOf([failed]);
    expect((await asker.ask(DOMAINS)).status).toBe(status);
    expect({ calls: calls.length, announced: announced.length }).toEqual({
      calls: 3,
      announced: 1,
    });
    const recovers = askerOf([failed, failed, OK]);
    expect((await recovers.asker.ask(DOMAINS)).status).toBe(200);
    expect(recovers.calls).toHaveLength(3);
  });

  it.each([200, 404, 407, 409, 499])('with %i is not', async (status) => {
    const { asker, calls } = askerOf([failure(status, 'X')]);
    await asker.ask(DOMAINS);
    expect(calls).toHaveLength(1);
  });

  it('is not sent again if it is a share, whose first token may be live', async () => {
    const { asker, calls } = askerOf([failure(500, 'X')]);
    expect((await asker.ask(SHARE)).status).toBe(500);
    expect(calls).toHaveLength(1);
  });
});

describe('a key that is refused', () => {
  it.each<[Ask['as'], Reply, string | undefined]>([
    ['sender', failure(401, 'UNAUTHENTICATED'), '(401 UNAUTHENTICATED)'],
    ['receiver', failure(403, 'API_ACCESS_DISABLED'), '(403 API_ACCESS_DISABLED)'],
    ['nobody', failure(401, 'UNAUTHENTICATED'), undefined],
    ['sender', failure(401, 'API_ACCESS_DISABLED'), undefined],
    ['sender', failure(403, 'UNAUTHENTICATED'), undefined],
    ['sender', failure(400, 'UNAUTHENTICATED'), undefined],
  ])('measures nothing: as %s', async (as, reply, why) => {
    const { asker, observed } = askerOf([reply]);
    const asked = asker.ask({ ...DOMAINS, as });
    if (why === undefined) {
      expect((await asked).status).toBe(reply.status);
      expect(observed).toHaveLength(1);
    } else {
      await expect(asked).rejects.toThrow(`the service refused the key of the ${as} ${why}`);
      expect(observed).toEqual([]);
    }
  });
});

describe('a request without a response', () => {
  const stop = new Error('stop');
  const problem = (error: Error) => askerOf([error]).asker.ask(DOMAINS);

  it('measures nothing', async () => {
    const wrong = new InvalidInputError([{ path: 'x', message: 'no' }]);
    await expect(problem(wrong)).rejects.toBe(wrong);
    const bug = new TypeError('a bug');
    await expect(problem(bug)).rejects.toBe(bug);
    await expect(problem(new Lost())).rejects.toThrow(NotMeasured);
    await expect(problem(new Lost())).rejects.toThrow('no usable response from the service (Lost)');
  });

  it('ends with the reason of the signal, whenever that is aborted', async () => {
    const controller = new AbortController();
    const signal = controller.signal;
    const before = askerOf([OK], { signal, onRequest: () => controller.abort(stop) });
    await expect(before.asker.ask(DOMAINS)).rejects.toBe(stop);
    expect({ calls: before.calls, count: before.asker.count }).toEqual({ calls: [], count: 1 });
    await expect(before.asker.ask(DOMAINS)).rejects.toBe(stop);
    expect(before.asker.count).toBe(1);
  });

  it('ends with what onRequest throws', async () => {
    const { asker, calls } = askerOf([OK], { onRequest: () => Promise.reject(stop) });
    await expect(asker.ask(DOMAINS)).rejects.toBe(stop);
    expect(calls).toEqual([]);
    const without = askerOf([OK], { onRequest: undefined });
    expect((await without.asker.ask(DOMAINS)).status).toBe(200);
  });
});

describe('an image', () => {
  it('is downloaded without a key, for its length, and twice more if that fails', async () => {
    const { asker, calls, observed } = askerOf([{ status: 500 }, { status: 403 }]);
    expect((await asker.download(LINK)).status).toBe(403);
    expect(calls).toHaveLength(2);
    expect(calls[0]).toMatchObject({
      ...{ by: 'sender', method: 'GET', target: LINK, needsKey: false, repeat: 'read' },
      secrets: [LINK],
    });
    expect(observed).toEqual([]);
  });

  it('is not, from an address that the service may not send it to', async () => {
    const { asker, calls, announced } = askerOf([OK]);
    await expect(asker.download('http://files.example/1')).rejects.toThrow(NotMeasured);
    expect({ calls, announced }).toEqual({ calls: [], announced: [] });
  });

  const readBy = async (bytes: number, length: boolean) => {
    const { asker, calls } = askerOf([OK]);
    await (length ? asker.download(LINK) : asker.ask(DOMAINS));
    let pieces = bytes / 1024 / 1024;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (pieces-- > 0) controller.enqueue(new Uint8Array(1024 * 1024));
        else controller.close();
      },
    });
    const response = new Response(body, { status: 200 });
    return calls[0]?.read(response, { signal: new AbortController().signal } as never);
  };

  it('is read up to 256 MB, and an answer up to 16 MB', async () => {
    const mega = 1024 * 1024;
    expect(await readBy(16 * mega, false)).toMatchObject({ kind: 'value' });
    expect(await readBy(17 * mega, false)).not.toMatchObject({ kind: 'value' });
    const image = await readBy(17 * mega, true);
    expect(image).toMatchObject({ kind: 'value', value: { text: '', bytes: 17 * mega } });
  });
});
