import { describe, expect, it } from 'vitest';
import { factsOf } from '../../src/calibrate/records.ts';
import {
  accountOf,
  craftedRun,
  entriesOf,
  entryOf,
  failure,
  NOW,
  rightService,
  type Service,
  success,
} from './support/crafted-run.ts';

const disclosure = { text: 'I agree', checkboxDetected: true };

describe('the consent facts of a record', () => {
  it.each<[string, unknown, boolean]>([
    ['facts', { disclosures: [disclosure] }, true],
    ['an empty list', { disclosures: [] }, true],
    ['nothing', undefined, false],
    ['null', null, false],
    ['a list', [disclosure], false],
    ['no list', { disclosures: disclosure }, false],
    ['no text', { disclosures: [disclosure, { checkboxDetected: true }] }, false],
    ['no box', { disclosures: [{ text: 'I agree' }, disclosure] }, false],
    ['a box that is a text', { disclosures: [{ ...disclosure, checkboxDetected: 'yes' }] }, false],
    ['no disclosure', { disclosures: ['I agree'] }, false],
  ])('are there only if each disclosure is whole: %s', (_, value, isWhole) => {
    expect(factsOf(value)).toBe(isWhole ? value : undefined);
  });
});

describe('the records of a run', () => {
  it('are the given ones, the newest 30 and the oldest 10, each read once', async () => {
    const entries = entriesOf(50).toReversed();
    const given = [{ token: 'tok', cdrId: 'cdr_35' }];
    const { records, names } = craftedRun(rightService(entries), {
      ...{ account: accountOf(entries), tier: 2, given },
    });
    const [one, other] = await Promise.all([records.all(), records.all()]);
    expect(other).toBe(one);
    const numbers = [35, ...Array.from({ length: 30 }, (_, at) => at + 1)];
    const oldest = Array.from({ length: 10 }, (_, at) => at + 41);
    expect(names()).toEqual(
      [...numbers, ...oldest].map((number) => `sender GET /v1/cdrs/cdr_${number}`),
    );
    expect(one).toHaveLength(41);
  });

  it.each<[string, object, boolean]>([
    ['collected by its producer', {}, true],
    ['collected, and no Dev Mode', { devMode: false }, true],
    ['not collected', { collected: false }, false],
    ['collected as a text', { collected: 'true' }, false],
    ['of a guest', { guest: true }, false],
    ['of no guest, in an odd way', { guest: false }, false],
    ['of Dev Mode', { devMode: true }, false],
  ])('count as paid for only if the access passes on: %s', async (_, members, isPaid) => {
    const entries = [entryOf(1, members)];
    const { records, names } = craftedRun(rightService(entries), { account: accountOf(entries) });
    expect(await records.all()).toMatchObject([{ cdrId: 'cdr_1', isPaid, readAt: NOW }]);
    expect(await records.passesOn('cdr_1')).toBe(isPaid);
    expect(names()).toHaveLength(1);
    const picked = records.pick('record', () => true);
    if (isPaid) expect(await picked).toMatchObject({ cdrId: 'cdr_1' });
    else {
      await expect(picked).rejects.toThrow(
        'the sender has no record that it captured and paid for and that the receiver does not hold',
      );
    }
    expect(await records.unheld()).toHaveLength(isPaid ? 1 : 0);
  });

  it.each<[unknown, string | undefined]>([
    ['https://files.example/1', 'https://files.example/1'],
    ['no address', undefined],
    [1, undefined],
    [undefined, undefined],
  ])('have a downloadUrl only if it is one: %j', async (downloadUrl, expected) => {
    const entries = [entryOf(1, { downloadUrl })];
    const { records } = craftedRun(rightService(entries), { account: accountOf(entries) });
    expect((await records.all())[0]?.downloadUrl).toBe(expected);
  });

  it('leave out what cannot be read', async () => {
    const entries = entriesOf(3);
    const right = rightService(entries);
    const service: Service = (ask) => {
      if (ask.path.endsWith('cdr_1')) return failure(404, 'NOT_FOUND');
      return ask.path.endsWith('cdr_2') ? success({ cdr: 'none' }) : right(ask);
    };
    const { records } = craftedRun(service, { account: accountOf(entries) });
    expect((await records.all()).map(({ cdrId }) => cdrId)).toEqual(['cdr_3']);
  });

  it('are picked if they fit and the receiver does not hold them, which is asked once', async () => {
    const entries = entriesOf(4);
    const right = rightService(entries, { isHeld: (cdrId) => cdrId === 'cdr_2' });
    const { records, names } = craftedRun(right, { account: accountOf(entries) });
    const fits = ({ cdrId }: { cdrId: string }) => cdrId !== 'cdr_1';
    expect((await records.pick('x', fits)).cdrId).toBe('cdr_3');
    expect((await records.pick('x', fits)).cdrId).toBe('cdr_3');
    const asReceiver = () => names().filter((name) => name.startsWith('receiver'));
    expect(asReceiver()).toEqual(['cdr_2', 'cdr_3'].map((id) => `receiver GET /v1/cdrs/${id}`));
    expect((await records.unheld()).map(({ cdrId }) => cdrId)).toEqual(['cdr_1', 'cdr_3', 'cdr_4']);
    expect(asReceiver()).toHaveLength(4);
  });

  it('count as held unless the receiver gets 404 NOT_FOUND', async () => {
    const held = async (service: Service) => craftedRun(service).records.isUnheld('cdr/1');
    expect(await held(() => failure(404, 'NOT_FOUND'))).toBe(true);
    expect(await held(() => failure(403, 'FORBIDDEN'))).toBe(false);
    expect(await held(() => success({ cdr: {} }))).toBe(false);
    const { records, names } = craftedRun(() => failure(404, 'NOT_FOUND'));
    await records.isUnheld('cdr/1');
    expect(names()).toEqual(['receiver GET /v1/cdrs/cdr%2F1']);
  });

  it('are asked for if they are in no list, and pass on only if they are read', async () => {
    const passes = async (service: Service) => craftedRun(service).records.passesOn('cdr_9');
    expect(await passes(() => success({ cdr: { collected: true } }))).toBe(true);
    expect(await passes(() => success({ cdr: { collected: true, guest: true } }))).toBe(false);
    expect(await passes(() => success({}))).toBe(false);
    expect(await passes(() => failure(404, 'NOT_FOUND'))).toBe(false);
    const { records, names } = craftedRun(() => success({ cdr: {} }));
    await records.passesOn('cdr_9');
    expect(names()).toEqual(['sender GET /v1/cdrs/cdr_9']);
  });
});
