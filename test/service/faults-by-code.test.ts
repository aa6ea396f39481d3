import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMockService } from '../../mock/fake/mock-service.ts';
import { codesOf, FAULT_OPERATIONS } from '../../mock/service/faults/fault-codes.ts';
import type { FaultInput } from '../../mock/world/fault.ts';
import { ERROR_STATUS, type KnownErrorCode } from '../../src/contract/error-codes.ts';
import { InvalidInputError } from '../../src/errors/invalid-input-error.ts';
import { eachDoor, START } from './support/each-door.ts';
import { partiesOf, sharedBy } from './support/parties.ts';
import { PLAIN_PAGE } from './support/world.ts';

const CODES = Object.keys(ERROR_STATUS) as KnownErrorCode[];

/** Returns the issues that `addFault` finds in a fault, with their paths. */
function issuesOf(fault: FaultInput): { path: string; message: string }[] {
  try {
    createMockService().addFault(fault);
  } catch (error) {
    if (error instanceof InvalidInputError) return [...error.issues];
    throw error;
  }
  return [];
}

it('7: a code that its operation cannot give is refused, with those that it can', () => {
  for (const operation of FAULT_OPERATIONS) {
    const can = codesOf(operation);
    for (const code of CODES) {
      const found = issuesOf({ operation, code });
      if (can.includes(code)) {
        expect(found).toEqual([]);
      } else {
        expect(found.map(({ path }) => path)).toEqual(['code']);
        for (const each of can) expect(found[0]?.message).toContain(each);
      }
    }
  }
});

it.each([
  ['domains.list', 'CDR_PENDING', false],
  ['cdrs.get', 'CDR_INVALID', true],
  ['cdrs.get', 'GONE', false],
  ['cdrs.collect', 'PASSTHROUGH_ORG_CANNOT_COLLECT', true],
  ['cdrs.collect', 'PASSTHROUGH_ORG_CANNOT_CLAIM', false],
  ['cdrs.share', 'CONFLICT', true],
  ['shares.receive', 'CDR_ACCEPTANCE_FAILED', true],
  ['shares.dashboardUrl', 'UNAUTHENTICATED', false],
  ['cdrs.download', 'NOT_FOUND', false],
  ['*', 'CDR_PENDING', true],
] as const)('7: whether %s gives %s: %s', (operation, code, can) => {
  expect(issuesOf({ operation, code }).length === 0).toBe(can);
});

eachDoor((open) => {
  it('4.6 rule 7: CDR_PENDING brings Retry-After: 2, or what the fault says', async () => {
    const world = await open();
    const { buyer, token } = await sharedBy(world);
    world.mock.addFault({ operation: 'shares.receive', code: 'CDR_PENDING' });
    const { status, code, headers } = await world.receive(buyer, token);
    expect([status, code, headers.get('retry-after')]).toEqual([202, 'CDR_PENDING', '2']);
    world.mock.addFault({
      operation: 'shares.receive',
      code: 'CDR_PENDING',
      retryAfterSeconds: 9,
    });
    expect((await world.receive(buyer, token)).headers.get('retry-after')).toBe('9');
    expect((await world.receive(buyer, token)).status).toBe(200);
  });

  it('1: METHOD_NOT_ALLOWED brings Allow with the methods of the path', async () => {
    const world = await open();
    const { buyer, token } = await sharedBy(world);
    world.mock.addFault({ operation: 'shares.receive', code: 'METHOD_NOT_ALLOWED', times: 2 });
    const reply = await world.receive(buyer, token);
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET, POST']);
    const path = `/v1/shares/${token}/claim`;
    const claim = await world.request('POST', path, { key: buyer });
    expect([claim.status, claim.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('7: a fault by its status alone brings what its code brings', async () => {
    const world = await open();
    const { buyer, token } = await sharedBy(world);
    const struck = async (status: number) => {
      world.mock.addFault({ operation: 'shares.receive', status });
      const acceptance = { schemaVersion: 1, record: { maxAgeSeconds: 60 } };
      const { headers, error } = await world.receive(buyer, token, { acceptance });
      return [error.code, headers.get('allow'), headers.get('retry-after'), error.details];
    };
    const failures = [{ ruleId: 'record.maxAgeSeconds', status: 'failed', code: 'RECORD_TOO_OLD' }];
    const details = { outcome: 'rejected', failures };
    expect(await struck(405)).toEqual(['METHOD_NOT_ALLOWED', 'GET, POST', null, undefined]);
    expect(await struck(422)).toEqual(['CDR_ACCEPTANCE_FAILED', null, null, details]);
    expect(await struck(503)).toEqual(['UNAVAILABLE', null, null, undefined]);
  });

  it('7.1: CDR_ACCEPTANCE_FAILED names the criteria of the request, each as the service would', async () => {
    const world = await open();
    const { buyer, token } = await sharedBy(world);
    const acceptance = {
      schemaVersion: 1,
      record: { maxAgeSeconds: 60 },
      disclosure: { requireUserSubmission: true, requiredText: [{ ruleId: 'ours', anyOf: ['x'] }] },
      leadMatch: { phone: '212-555-0147' },
    };
    for (const phase of ['before', 'after'] as const) {
      world.mock.addFault({ operation: 'shares.receive', code: 'CDR_ACCEPTANCE_FAILED', phase });
      const { status, error } = await world.receive(buyer, token, { acceptance });
      expect(status).toBe(422);
      expect(error.details).toEqual({
        outcome: 'rejected',
        failures: [
          { ruleId: 'record.maxAgeSeconds', status: 'failed', code: 'RECORD_TOO_OLD' },
          {
            ruleId: 'disclosure.requireUserSubmission',
            status: 'failed',
            code: 'USER_SUBMISSION_NOT_DETECTED',
          },
          { ruleId: 'ours', status: 'unavailable', code: 'DISCLOSURE_DETAILS_UNAVAILABLE' },
          { ruleId: 'leadMatch.phone', status: 'failed', code: 'LEAD_PHONE_NOT_MATCHED' },
        ],
      });
    }
  });

  it('7.1: without criteria that could be failed, CDR_ACCEPTANCE_FAILED says that the record is too old', async () => {
    const world = await open();
    const { buyer, token } = await sharedBy(world);
    const failures = [{ ruleId: 'record.maxAgeSeconds', status: 'failed', code: 'RECORD_TOO_OLD' }];
    for (const body of [
      undefined,
      {},
      { acceptance: { schemaVersion: 1 } },
      '{',
      { acceptance: 7 },
    ]) {
      world.mock.addFault({ operation: 'shares.receive', code: 'CDR_ACCEPTANCE_FAILED' });
      const { error } = await world.receive(buyer, token, body);
      expect(error.details).toEqual({ outcome: 'rejected', failures });
    }
    expect(world.mock.charges()).toEqual([]);
  });

  it('7: by a code, * strikes the operations that can give it and spares the others', async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    world.mock.addFault({ operation: '*', code: 'CDR_PENDING' });
    expect((await world.domains(producer)).status).toBe(200);
    expect((await world.read(producer, cdrId)).status).toBe(200);
    expect((await world.receive(buyer, token)).code).toBe('CDR_PENDING');
  });

  it('a fault is aimed at one record, by its id and by its tokens', async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    const other = world.mock.capture(producer, PLAIN_PAGE).cdrId;
    const otherToken = await world.tokenOf(producer, other);
    world.mock.addFault({ operation: '*', status: 503, times: 3, cdrId });
    expect((await world.domains(producer)).status).toBe(200);
    expect((await world.read(producer, other)).status).toBe(200);
    expect((await world.receive(buyer, otherToken)).status).toBe(200);
    expect((await world.read(producer, cdrId)).status).toBe(503);
    expect((await world.receive(buyer, token)).status).toBe(503);
    expect((await world.request('GET', `/v1/shares/${token}`)).status).toBe(503);
    expect((await world.read(producer, cdrId)).status).toBe(200);
  });

  it("a fault is aimed at one record's image", async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, {}, { autoCollect: true });
    const other = world.mock.capture(producer, PLAIN_PAGE).cdrId;
    const urlOf = async (id: string) => (await world.read(producer, id)).data.cdr.downloadUrl ?? '';
    world.mock.addFault({ operation: 'cdrs.download', status: 503, cdrId });
    expect((await world.visit(await urlOf(other))).status).toBe(200);
    expect((await world.visit(await urlOf(cdrId))).status).toBe(503);
  });

  it('a fault is aimed at one organization, in either phase', async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    const aim = { status: 500, organization: buyer } as const;
    world.mock.addFault({ operation: '*', ...aim });
    world.mock.addFault({ operation: 'shares.receive', phase: 'after', ...aim });
    expect((await world.read(producer, cdrId)).status).toBe(200);
    expect((await world.domains('no.key')).status).toBe(401);
    expect((await world.domains(buyer)).status).toBe(500);
    expect((await world.domains(buyer)).status).toBe(200);
    expect((await world.receive(buyer, token)).status).toBe(500);
    expect(world.mock.shareEvents()).toHaveLength(1);
  });

  it('an aim survives a state file', async () => {
    const world = await open();
    const { producer, buyer } = partiesOf(world);
    world.mock.addFault({ operation: 'domains.list', status: 500, organization: buyer });
    world.mock.restore(JSON.parse(JSON.stringify(world.mock.snapshot())));
    expect((await world.domains(producer)).status).toBe(200);
    expect((await world.domains(buyer)).status).toBe(500);
  });
});

it.each([
  ['a record that is none', { operation: 'cdrs.get', cdrId: 'cdr_none' }, 'cdrId'],
  ['a record where none is named', { operation: 'domains.list', cdrId: 'x' }, 'cdrId'],
  ['an organization that is none', { operation: '*', organization: 'nobody' }, 'organization'],
  [
    'an organization where no key is sent',
    { operation: 'cdrs.download', organization: 'x' },
    'organization',
  ],
] as const)('%s is refused, and no fault is added', (_, fault, path) => {
  const mock = createMockService({ now: START });
  const before = JSON.stringify(mock.snapshot());
  expect(() => mock.addFault({ ...fault, status: 500 })).toThrow(
    expect.objectContaining({
      issues: expect.arrayContaining([expect.objectContaining({ path })]),
    }),
  );
  expect(JSON.stringify(mock.snapshot())).toBe(before);
});

it('2.1: by any code that an operation gives, a fault is a reply of the contract', async () => {
  const { OPERATIONS } = await import('./support/fault-requests.ts');
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...OPERATIONS).chain((operation) =>
        fc.record({
          operation: fc.constant(operation),
          code: fc.constantFrom(...(codesOf(operation) as KnownErrorCode[])),
          phase: fc.constantFrom('before' as const, 'after' as const),
        }),
      ),
      async (fault) => {
        const { send } = await import('./support/fault-requests.ts');
        const { status, body, headers } = await send(fault);
        expect(status).toBe(ERROR_STATUS[fault.code]);
        expect(body).toMatchObject({ ok: false, error: { code: fault.code } });
        expect(headers.has('retry-after')).toBe(fault.code === 'CDR_PENDING');
        expect(headers.has('allow')).toBe(fault.code === 'METHOD_NOT_ALLOWED');
        expect('details' in body.error).toBe(fault.code === 'CDR_ACCEPTANCE_FAILED');
      },
    ),
    { numRuns: 60 },
  );
});
