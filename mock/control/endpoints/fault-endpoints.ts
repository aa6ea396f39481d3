import * as z from 'zod';
import { addFault } from '../../service/faults/add-fault.ts';
import { codesOf, FAULT_OPERATIONS } from '../../service/faults/fault-codes.ts';
import { certainFields, possibleFields } from '../../service/faults/fault-fields.ts';
import type { StoredFault } from '../../world/fault.ts';
import { type ControlCall, control } from '../control-endpoint.ts';
import { ControlFailure } from '../control-failure.ts';
import { doneSchema } from '../control-schemas.ts';

const certain = certainFields();
const possible = possibleFields();

/** A fault in JSON: "always" instead of Infinity, and an organization by its id. */
const faultBodySchema = z
  .strictObject(
    {
      ...certain,
      ...possible,
      times: z
        .union([z.int().min(1), z.literal('always')], {
          error: 'expected a whole number from 1, or "always"',
        })
        .describe('How many requests it affects; default: 1.'),
      organization: z
        .string()
        .min(1)
        .max(200)
        .describe('Affects only requests with a key of this organization (its id).'),
    },
    { error: 'expected a fault { operation, status? … }' },
  )
  .partial()
  .required({ operation: true });

/** The input of `addFault` in the control API. */
export type FaultBody = z.input<typeof faultBodySchema>;

const { status, code, retryAfterSeconds, cdrId } = possible;

const faultSchema = z.strictObject({
  ...certain,
  faultId: z.string(),
  times: z
    .union([z.int(), z.literal('always')])
    .describe('How many requests it will still affect.'),
  struck: z.int().describe('How many requests it has affected.'),
  status: z.nullable(status),
  code: z.nullable(code),
  retryAfterSeconds: z.nullable(retryAfterSeconds),
  cdrId: z.nullable(cdrId),
  organizationId: z.string().nullable().describe('The only organization that it affects.'),
});

type FaultRow = z.output<typeof faultSchema>;

function faultRow({ sequence: _, times, ...fault }: StoredFault): FaultRow {
  return { ...fault, times: times === null ? 'always' : times - fault.struck };
}

function removeFault({ engine, params }: ControlCall) {
  const found = engine.world.faults.values().find(({ faultId }) => faultId === params['faultId']);
  if (found === undefined)
    throw new ControlFailure('NOT_FOUND', 'no such fault; it may be used up or removed');
  engine.world.faults.delete(found.sequence, found.faultId);
  return {};
}

/** Failures on purpose. */
export const faultEndpoints = {
  listFaults: control({
    method: 'GET',
    path: '/faults',
    summary: 'The active faults, in the order in which they apply, and the spent ones',
    query: null,
    body: null,
    reply: z.strictObject({
      faults: z.array(faultSchema),
      spent: z.array(faultSchema).describe('The latest faults that are used up, oldest first.'),
    }),
    act: ({ engine }) => ({
      faults: engine.world.faults.values().map(faultRow),
      spent: engine.world.spentFaults.values().map(faultRow),
    }),
  }),
  listFaultOperations: control({
    method: 'GET',
    path: '/faults/operations',
    summary:
      'The operations that a fault can affect, each with the documented codes that it can return',
    query: null,
    body: null,
    reply: z.strictObject({
      operations: z.array(
        z.strictObject({ operation: certain.operation, codes: z.array(z.string()) }),
      ),
    }),
    act: () => ({
      operations: FAULT_OPERATIONS.map((operation) => {
        return { operation, codes: [...codesOf(operation)] };
      }),
    }),
  }),
  addFault: control({
    method: 'POST',
    path: '/faults',
    summary: 'Add a fault: set at least one of status, code, delayMs and drop',
    query: null,
    body: faultBodySchema,
    reply: z.strictObject({ fault: faultSchema }),
    act: (call) => {
      const { times, ...fault } = call.body;
      const { faultId } = addFault(call.engine, {
        ...fault,
        times: times === 'always' ? Infinity : times,
      });
      const added = call.engine.world.faults.values().find((each) => each.faultId === faultId);
      if (added === undefined) throw new Error(`no fault ${faultId}`);
      return { fault: faultRow(added) };
    },
  }),
  removeFault: control({
    method: 'DELETE',
    path: '/faults/:faultId',
    summary: 'Remove a fault',
    query: null,
    body: null,
    reply: doneSchema,
    act: removeFault,
  }),
  removeFaults: control({
    method: 'DELETE',
    path: '/faults',
    summary: 'Remove every fault, including the spent ones',
    query: null,
    body: null,
    reply: doneSchema,
    act: ({ engine }) => {
      const { faults, spentFaults } = engine.world;
      for (const table of [faults, spentFaults]) {
        for (const { sequence, faultId } of table.values()) table.delete(sequence, faultId);
      }
      return {};
    },
  }),
};
