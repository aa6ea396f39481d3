import * as z from 'zod';
import { READING_MEANINGS } from '../../../src/readings/reading-meanings.ts';
import { READING_VALUES, type ReadingName } from '../../../src/readings/readings.ts';
import { defaultReadings } from '../../readings/readings.ts';
import { control } from '../control-endpoint.ts';
import { instant } from '../control-schemas.ts';

const readingValue = z.union([z.string(), z.number()]);

/** Endpoints about this fake itself, and its feed of change notices. */
export const aboutEndpoints = {
  ready: control({
    method: 'GET',
    path: '/ready',
    summary: 'Answers once the fake is ready; needs no control token',
    query: null,
    body: null,
    reply: z.strictObject({ ready: z.literal(true), baseUrl: z.string(), now: instant }),
    open: true,
    act: ({ engine, urls }) => ({
      ready: true as const,
      baseUrl: urls.api,
      now: engine.clock.now(),
    }),
  }),
  readings: control({
    method: 'GET',
    path: '/readings',
    summary: 'How this fake interprets what the specification leaves open',
    query: null,
    body: null,
    reply: z.strictObject({
      readings: z.array(
        z.strictObject({
          name: z.string(),
          section: z.string().describe('The section of the specification that leaves it open.'),
          meaning: z.string(),
          value: readingValue,
          default: readingValue,
          values: z.array(readingValue).nullable().describe('null: any number in the range.'),
          range: z.strictObject({ min: z.number(), max: z.number() }).nullable(),
          effects: z
            .record(z.string(), z.string())
            .nullable()
            .describe('What a client sees under each value; null for a range.'),
        }),
      ),
    }),
    act: ({ engine }) => ({
      readings: (Object.keys(READING_VALUES) as ReadingName[]).map((name) => {
        const values = READING_VALUES[name];
        const isRange = 'default' in values;
        return {
          name,
          ...READING_MEANINGS[name],
          value: engine.readings[name],
          default: defaultReadings[name],
          values: isRange ? null : [...values],
          range: isRange ? { min: values.min, max: values.max } : null,
        };
      }),
    }),
  }),
  events: control({
    method: 'GET',
    path: '/events',
    summary: 'Server-Sent Events: { revision } at once, and again after each change',
    query: null,
    body: null,
    reply: null,
    streams: 'text/event-stream',
    act: ({ feed }) => ({
      contentType: 'text/event-stream',
      pieces: feed.join(),
    }),
  }),
};
