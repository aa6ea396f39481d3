import * as z from 'zod';
import { UNIT_MS } from '../../../src/contract/limits.ts';
import { control } from '../control-endpoint.ts';
import { ControlFailure } from '../control-failure.ts';
import { doneSchema, instant } from '../control-schemas.ts';

const clockSchema = z.strictObject({
  now: instant,
  running: z.boolean().describe('false: time moves only when you advance it.'),
});

/** One call advances the time by at most ten years, and never beyond the year 9999. */
const ADVANCE_MAX_MS = 3650 * UNIT_MS.days;
const LAST_INSTANT = 253_402_300_799_999;

const amount = z.number().min(0, 'expected 0 or more').max(ADVANCE_MAX_MS).optional();

const advanceSchema = z.strictObject(
  {
    days: amount,
    hours: amount,
    minutes: amount,
    seconds: amount,
    milliseconds: amount,
  },
  { error: 'expected { days?, hours?, minutes?, seconds?, milliseconds? }' },
);

function lengthOf({ milliseconds = 0, ...units }: z.output<typeof advanceSchema>, now: number) {
  const ms = Object.entries(UNIT_MS).reduce(
    (sum, [unit, unitMs]) => sum + unitMs * (units[unit as keyof typeof UNIT_MS] ?? 0),
    milliseconds,
  );
  if (ms <= ADVANCE_MAX_MS && now + ms <= LAST_INSTANT) return ms;
  const message = 'expected at most 3650 days at once, and a time before the year 10000';
  throw new ControlFailure('INVALID_INPUT', message, { issues: [{ path: '', message }] });
}

const snapshotSchema = z.strictObject({
  snapshotId: z.string(),
  name: z.string().nullable(),
  now: instant,
  records: z.int().describe('How many records it holds.'),
});

const snapshotBodySchema = z.strictObject(
  {
    name: z
      .string({ error: 'expected a string' })
      .min(1, 'expected at least 1 character')
      .max(100, 'expected at most 100 characters')
      .optional()
      .describe('A name for the snapshot; it need not be unique.'),
  },
  { error: 'expected { name? }' },
);

/** The world's time and state as a whole. */
export const worldEndpoints = {
  readClock: control({
    method: 'GET',
    path: '/clock',
    summary: "The fake's time",
    query: null,
    body: null,
    reply: clockSchema,
    act: ({ engine }) => ({ now: engine.clock.now(), running: engine.clock.running }),
  }),
  advanceClock: control({
    method: 'POST',
    path: '/clock/advance',
    summary: 'Advance the time and run everything that becomes due; {} runs what is due now',
    query: null,
    body: advanceSchema,
    reply: clockSchema,
    act: async ({ engine, feed, body }) => {
      await engine.clock.advance(lengthOf(body, engine.clock.now()));
      feed.touch();
      return { now: engine.clock.now(), running: engine.clock.running };
    },
  }),
  takeSnapshot: control({
    method: 'POST',
    path: '/snapshots',
    summary: 'Take a snapshot of the whole state, which can be restored any number of times',
    query: null,
    body: snapshotBodySchema,
    reply: snapshotSchema,
    act: ({ mock, snapshots, feed, body }) => {
      const taken = snapshots.take(mock, body.name ?? null);
      feed.touch();
      return taken;
    },
  }),
  listSnapshots: control({
    method: 'GET',
    path: '/snapshots',
    summary: 'The snapshots',
    query: null,
    body: null,
    reply: z.strictObject({ snapshots: z.array(snapshotSchema) }),
    act: ({ snapshots }) => ({ snapshots: snapshots.list() }),
  }),
  restoreSnapshot: control({
    method: 'POST',
    path: '/snapshots/:snapshotId/restore',
    summary: 'Restore a snapshot, including its time',
    query: null,
    body: null,
    reply: clockSchema,
    act: ({ mock, engine, snapshots, params }) => {
      mock.restore(snapshots.get(params['snapshotId'] ?? ''));
      return { now: engine.clock.now(), running: engine.clock.running };
    },
  }),
  deleteSnapshot: control({
    method: 'DELETE',
    path: '/snapshots/:snapshotId',
    summary: 'Delete a snapshot',
    query: null,
    body: null,
    reply: doneSchema,
    act: ({ snapshots, feed, params }) => {
      snapshots.delete(params['snapshotId'] ?? '');
      feed.touch();
      return {};
    },
  }),
  reset: control({
    method: 'POST',
    path: '/reset',
    summary: 'Reset the fake to its initial state, including the clock and the seed',
    query: null,
    body: null,
    reply: clockSchema,
    act: ({ engine, reset }) => {
      reset();
      return { now: engine.clock.now(), running: engine.clock.running };
    },
  }),
};
