import { verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type CalibrationChange, compareReports } from '../../src/calibrate/compare-reports.ts';
import { readingsOf } from '../../src/calibrate/readings-of.ts';
import type { CalibrationReport } from '../../src/calibrate/report.ts';
import { reportSigner, verifyReport } from '../../src/calibrate/sign-report.ts';
import { keyPair } from './support/key-pair.ts';

const reading = (name: string, verdict: string, more: object = {}) => ({
  reading: name,
  verdict,
  ...more,
});
const statement = (text: string, verdict: string, more: object = {}) => ({
  ...{ section: '1', statement: text, basis: 'stated' },
  verdict,
  ...more,
});
const reportOf = (readings: object[] = [], statements: object[] = []): CalibrationReport =>
  ({
    format: 'consent-evidence/calibration',
    formatVersion: 1,
    tier: 1,
    readings,
    statements,
  }) as unknown as CalibrationReport;
const FITS = 'as documented';
const NONE = 'not measured';

describe('two reports', () => {
  const change = (
    name: string,
    before: object | undefined,
    after: object | undefined,
    isDrift: boolean,
    kind: CalibrationChange['kind'] = 'reading',
  ) => ({
    ...{ kind, name, isDrift, ...(before && { before }), ...(after && { after }) },
  });

  it('differ in what either of them says, drift first', () => {
    const earlier = reportOf(
      [
        reading('same', FITS, { value: 1 }),
        reading('gone', FITS, { value: 1 }),
        reading('unknown', NONE, { why: 'x' }),
        reading('value', FITS, { value: 1 }),
        reading('saw', 'differs', { saw: 'a' }),
      ],
      [
        statement('Same.', FITS),
        statement('Now not.', FITS),
        statement('Differs.', FITS),
        statement('Why.', NONE, { why: 'a' }),
      ],
    );
    const later = reportOf(
      [
        reading('new', NONE, { why: 'x' }),
        reading('saw', 'differs', { saw: 'b' }),
        reading('value', FITS, { value: 2 }),
        reading('unknown', FITS, { value: 1 }),
        reading('same', FITS, { value: 1 }),
      ],
      [
        statement('Same.', FITS),
        statement('Now not.', NONE, { why: 'x' }),
        statement('Differs.', 'differs', { saw: 'x' }),
        statement('Why.', NONE, { why: 'b' }),
      ],
    );
    const { hasDrift, changes } = compareReports(earlier, later);
    expect(hasDrift).toBe(true);
    expect(changes).toStrictEqual([
      change('value', { verdict: FITS, value: 1 }, { verdict: FITS, value: 2 }, true),
      change('saw', { verdict: 'differs', saw: 'a' }, { verdict: 'differs', saw: 'b' }, true),
      change('§1 Differs.', { verdict: FITS }, { verdict: 'differs', saw: 'x' }, true, 'statement'),
      change('gone', { verdict: FITS, value: 1 }, undefined, false),
      change('unknown', { verdict: NONE }, { verdict: FITS, value: 1 }, false),
      change('§1 Now not.', { verdict: FITS }, { verdict: NONE }, false, 'statement'),
      change('new', undefined, { verdict: NONE }, false),
    ]);
    expect(compareReports(earlier, earlier)).toEqual({ hasDrift: false, changes: [] });
    expect(
      compareReports(reportOf([reading('x', NONE)]), reportOf([reading('x', FITS, { value: 1 })]))
        .hasDrift,
    ).toBe(false);
  });
});

describe('the readings of a report', () => {
  const readings =
    (value: unknown, name = 'metadataMaxKeyLength') =>
    () =>
      readingsOf(reportOf([reading(name, FITS, { value })]));
  it('are those that were measured and that this version knows', () => {
    const all = [
      reading('collectFalse', FITS, { value: 'defer' }),
      reading('shareUrl', 'differs', { value: 'path' }),
      reading('toString', FITS, { value: 1 }),
      reading('pageFill', NONE),
      null,
    ];
    expect(readingsOf(reportOf(all as object[]))).toEqual({ collectFalse: 'defer' });
  });

  it('are values that the reading can have', () => {
    expect(readings(1)()).toEqual({ metadataMaxKeyLength: 1 });
    expect(readings(10_000)()).toEqual({ metadataMaxKeyLength: 10_000 });
    for (const value of [0, 10_001, 1.5, '1', undefined]) {
      expect(readings(value)).toThrow(
        'report.readings.metadataMaxKeyLength: expected one of the values of this reading',
      );
    }
    expect(readings('maybe', 'collectFalse')).toThrow('report.readings.collectFalse');
  });

  it.each([undefined, null, {}, { ...reportOf(), format: 'x' }, { ...reportOf(), readings: {} }])(
    'are of a report: %j',
    (report) => {
      expect(() => readingsOf(report as never)).toThrow(
        'report: expected the report of a calibration',
      );
    },
  );

  it('are of a report of this version', () => {
    const later = { ...reportOf(), formatVersion: 2 } as never;
    expect(() => readingsOf(later)).toThrow(
      'report.formatVersion: expected 1; the report is of another version of this package',
    );
  });
});

describe('a signature', () => {
  it('holds whatever the order of the members, and of nothing else', async () => {
    const { privateKey, publicKey } = keyPair();
    const sign = await reportSigner({ keyId: 'ci', privateKey });
    const plain = reportOf([reading('a', FITS, { value: 1, why: undefined }), reading('b', NONE)]);
    const signed = await sign(plain);
    expect(signed).toMatchObject({ ...plain, signature: { algorithm: 'Ed25519', keyId: 'ci' } });
    expect(await verifyReport(signed, publicKey)).toBe(true);
    const reversed = Object.fromEntries(Object.entries(signed).toReversed()) as never;
    expect(await verifyReport(JSON.parse(JSON.stringify(reversed)) as never, publicKey)).toBe(true);
    expect(await verifyReport(plain, publicKey)).toBe(false);
    expect(await verifyReport({ ...signed, tier: 2 }, publicKey)).toBe(false);
    expect(
      await verifyReport({ ...signed, readings: signed.readings.toReversed() }, publicKey),
    ).toBe(false);
    expect(await verifyReport({ ...signed, extra: null } as never, publicKey)).toBe(false);
    expect(
      await verifyReport(
        { ...signed, signature: { ...signed.signature, value: '~' } } as never,
        publicKey,
      ),
    ).toBe(false);
    expect(await verifyReport(signed, keyPair().publicKey)).toBe(false);
    expect(await verifyReport(signed, publicKey.replaceAll('\n', '\r\n'))).toBe(true);
  });

  it('is of the JSON text with sorted members, which any other tool can verify', async () => {
    const { privateKey, publicKey } = keyPair();
    const sign = await reportSigner({ keyId: 'ci', privateKey });
    const odd = {
      tier: 1,
      service: 'x"y',
      b: [{ z: null, a: true }, 'x'],
      a: { d: undefined, c: 1 },
    };
    const { signature } = await sign(odd as unknown as CalibrationReport);
    const text = '{"a":{"c":1},"b":[{"a":true,"z":null},"x"],"service":"x\\"y","tier":1}';
    const value = Buffer.from(signature?.value ?? '', 'base64');
    expect(verify(null, Buffer.from(text), publicKey, value)).toBe(true);
  });

  it('needs a key of the right kind', async () => {
    const { privateKey, publicKey } = keyPair();
    const message = 'expected an Ed25519 key as PEM text';
    await expect(reportSigner({ keyId: 'k', privateKey: publicKey })).rejects.toThrow(
      `sign.privateKey: ${message}`,
    );
    await expect(verifyReport(reportOf(), privateKey)).rejects.toThrow(`publicKey: ${message}`);
    await expect(verifyReport(reportOf(), 'x')).rejects.toThrow(`publicKey: ${message}`);
  });
});
