import { describe, expect, it } from 'vitest';
import { faultsOf } from './envelope.ts';

describe('cli-output.schema.json', () => {
  const right = {
    ...{ ok: true, command: 'mock env', version: '1.0.0', at: '2026-01-05T12:00:00.000Z' },
    data: { env: { CONSENT_EVIDENCE_BASE_URL: 'http://127.0.0.1:9/' } },
  };
  const { data, ...head } = right;
  const error = { name: 'Error', message: 'no' };

  it.each<readonly [string, object]>([
    ['time that is a number', { ...right, at: 1 }],
    ['time in another zone', { ...right, at: '2026-01-05T12:00:00.000+01:00' }],
    ['line without a version', { ...right, version: undefined }],
    ['line without data or error', head],
    ['line with data and error', { ...head, ok: false, data, error }],
    ['success with an error', { ...head, error }],
    ['data of another command', { ...right, command: 'webhook sign' }],
    ['data of no command', { ...right, command: '' }],
    ['error without a message', { ...head, ok: false, error: { name: 'Error' } }],
  ])('takes no %s', (_, value) => {
    expect(faultsOf(right)).toEqual([]);
    expect(faultsOf(JSON.parse(JSON.stringify(value)))).not.toEqual([]);
  });
});
