import * as z from 'zod';
import { UNIT_MS } from '../../../src/contract/limits.ts';
import { controlUrlOf, environmentOf, printedOrganizations } from '../../fake/environment.ts';
import { worldUrl } from '../../ground/urls.ts';
import { seedSchema } from '../../seed/seed-schema.ts';
import { type ControlCall, control } from '../control-endpoint.ts';
import { doneSchema, instant } from '../control-schemas.ts';
import { IDLE_DEFAULT_SECONDS, type OpenWorld, WORLDS_MAX } from '../worlds.ts';

const DAY_SECONDS = UNIT_MS.days / UNIT_MS.seconds;

const variables = z.record(z.string(), z.string());

const worldSchema = z.strictObject({
  worldId: z.string(),
  name: z.string().nullable(),
  baseUrl: z.string().describe('The service in this world.'),
  controlUrl: z.string().describe('The control API of this world.'),
  now: instant,
  running: z.boolean(),
  idleSeconds: z.number(),
});

const openedSchema = worldSchema.extend({
  organizations: z.array(
    z.strictObject({ organizationId: z.string(), name: z.string(), env: variables }),
  ),
  env: variables.describe('The variables of a process in this world, with the keys.'),
});

const MILLISECONDS = 'expected Unix milliseconds, or a time such as 2026-01-05T12:00:00Z';

const moment = z.union(
  [
    z.number().refine((ms) => !Number.isNaN(new Date(ms).getTime())),
    z.iso.datetime({ offset: true }),
  ],
  { error: MILLISECONDS },
);

const inputSchema = z.strictObject(
  {
    name: z
      .string()
      .min(1, 'expected at least 1 character')
      .max(100, 'expected at most 100 characters')
      .optional()
      .describe('Whoever asks with the same name gets the same world, such as one test worker.'),
    seed: z
      .union([z.literal('demo'), seedSchema()], { error: 'expected "demo", or a seed' })
      .optional()
      .describe("What it begins with; default: what this server's own world began with."),
    now: moment.optional().describe('When it begins; default: as the server’s own world.'),
    running: z
      .boolean({ error: 'expected true or false' })
      .optional()
      .describe('false: time moves only when you advance it; default: as this world’s clock.'),
    idSeed: z.string().max(10_000).optional().describe('Makes its ids and secrets repeat.'),
    readings: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .optional()
      .describe('The readings that differ from those of the server.'),
    idleSeconds: z
      .int({ error: 'expected a whole number' })
      .min(1, `expected 1 to ${DAY_SECONDS}`)
      .max(DAY_SECONDS, `expected 1 to ${DAY_SECONDS}`)
      .optional()
      .describe(
        `It is gone when no request has come for so long; default: ${IDLE_DEFAULT_SECONDS}.`,
      ),
  },
  { error: 'expected { name?, seed?, now?, running?, idSeed?, readings?, idleSeconds? }' },
);

function worldView({ urls }: ControlCall, { worldId, name, engine, idleSeconds }: OpenWorld) {
  const { clock } = engine;
  const baseUrl = worldUrl(urls.api, worldId);
  return {
    worldId,
    name,
    baseUrl,
    controlUrl: controlUrlOf(baseUrl),
    now: clock.now(),
    running: clock.running,
    idleSeconds,
  };
}

/** Worlds beside the server's own, for tests that run at the same time. */
export const worldsEndpoints = {
  openWorld: control({
    method: 'POST',
    path: '/worlds',
    summary: `A world of its own, with its base URL, keys and clock; at most ${WORLDS_MAX} at a time`,
    query: null,
    body: inputSchema,
    reply: openedSchema,
    act: (call) => {
      const { worlds } = call;
      const { now, ...changes } = call.body;
      const at = now === undefined ? undefined : new Date(now).getTime();
      const world = worlds.open({ ...changes, now: at });
      const view = worldView(call, world);
      const organizations = printedOrganizations(world.engine, view.baseUrl);
      const env = environmentOf(organizations, { ...worlds.source, baseUrl: view.baseUrl });
      return { ...view, organizations, env };
    },
  }),
  listWorlds: control({
    method: 'GET',
    path: '/worlds',
    summary: "The worlds beside the server's own",
    query: null,
    body: null,
    reply: z.strictObject({ worlds: z.array(worldSchema) }),
    act: (call) => ({ worlds: call.worlds.list().map((world) => worldView(call, world)) }),
  }),
  endWorld: control({
    method: 'DELETE',
    path: '/worlds/:worldId',
    summary: 'End a world, with everything in it',
    query: null,
    body: null,
    reply: doneSchema,
    act: ({ worlds, params }) => {
      worlds.end(params['worldId'] ?? '');
      return {};
    },
  }),
};
