import * as z from 'zod';
import { addFault, FAULT_OPERATIONS } from '../service/faults/faults.ts';
import type { StoredFault } from '../world/entities.ts';
import { type ControlCall, control } from './control-endpoint.ts';
import { ControlFailure } from './control-failure.ts';
import { doneSchema } from './control-schemas.ts';

const wholeNumber = (min: number, max: number, error: string) =>
  z.int({ error }).min(min, error).max(max, error);

const faultBodySchema = z.strictObject(
  {
    operation: z
      .enum(FAULT_OPERATIONS)
      .describe('Which operation it strikes; /v1 for all but image downloads, * for all.'),
    times: z
      .union([z.int().min(1), z.literal('always')], {
        error: 'expected a whole number from 1, or "always"',
      })
      .optional()
      .describe('How many requests it strikes; 1 unless said.'),
    phase: z
      .enum(['before', 'after'])
      .optional()
      .describe('"after": the operation is done, and its answer is replaced or lost.'),
    status: wholeNumber(400, 599, 'expected a status from 400 to 599').optional(),
    code: z
      .string()
      .regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'expected an error code in capital letters')
      .optional(),
    retryAfterSeconds: wholeNumber(0, 86_400, 'expected whole seconds from 0 to 86,400').optional(),
    delayMs: wholeNumber(0, 2_147_483_647, 'expected whole milliseconds from 0 to 2,147,483,647')
      .optional()
      .describe("In the world's milliseconds."),
    drop: z.boolean().optional().describe('The connection breaks off without an answer.'),
    cdrId: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Strikes only requests about this record, by its id or a share token of it.'),
    organization: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Strikes only requests with a key of the organization with this id.'),
  },
  { error: 'expected a fault { operation, status? … }' },
);

const faultSchema = z.strictObject({
  faultId: z.string(),
  operation: z.enum(FAULT_OPERATIONS),
  times: z.union([z.int(), z.literal('always')]).describe('How many requests are still to come.'),
  struck: z.int().describe('How many requests it has struck.'),
  phase: z.enum(['before', 'after']),
  status: z.number().nullable(),
  code: z.string().nullable(),
  retryAfterSeconds: z.number().nullable(),
  delayMs: z.number(),
  drop: z.boolean(),
  cdrId: z.string().nullable().describe('The one record that it strikes.'),
  organizationId: z.string().nullable().describe('The one organization that it strikes.'),
});

type FaultRow = z.output<typeof faultSchema>;

function faultRow({ sequence: _, times, ...fault }: StoredFault): FaultRow {
  return {
    ...fault,
    times: times === null ? 'always' : times - fault.struck,
  };
}

function removeFault({ engine, params }: ControlCall) {
  const found = engine.world.faults.values().find(({ faultId }) => faultId === params['faultId']);
  if (found === undefined) throw new ControlFailure('NOT_FOUND', 'no such fault, or no longer');
  engine.world.faults.delete(found.sequence, found.faultId);
  return {};
}

/** What goes wrong on purpose. */
export const faultEndpoints = {
  listFaults: control({
    method: 'GET',
    path: '/faults',
    summary: 'The faults in force, in the order in which they strike, and those that are spent',
    query: null,
    body: null,
    reply: z.strictObject({
      faults: z.array(faultSchema),
      spent: z.array(faultSchema).describe('The latest whose times are used up, oldest first.'),
    }),
    act: ({ engine }) => ({
      faults: engine.world.faults.values().map(faultRow),
      spent: engine.world.spentFaults.values().map(faultRow),
    }),
  }),
  addFault: control({
    method: 'POST',
    path: '/faults',
    summary: 'Let something go wrong: name at least one of status, code, delayMs and drop',
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
    summary: 'Take a fault away',
    query: null,
    body: null,
    reply: doneSchema,
    act: removeFault,
  }),
  removeFaults: control({
    method: 'DELETE',
    path: '/faults',
    summary: 'Take every fault away, and forget the spent ones',
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
