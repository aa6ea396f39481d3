import * as z from 'zod';
import { READING_MEANINGS } from '../../src/readings/reading-meanings.ts';
import { READING_VALUES, type ReadingName } from '../../src/readings/readings.ts';
import { defaultReadings } from '../readings/readings.ts';
import { control } from './control-endpoint.ts';
import { instant } from './control-schemas.ts';

const readingValue = z.union([z.string(), z.number()]);

/** What this fake is, and how it is told that something changed. */
export const aboutEndpoints = {
  ready: control({
    method: 'GET',
    path: '/ready',
    summary: 'Answers as soon as the fake does; needs no control token',
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
    summary: 'How the open points of the specification are read here',
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
          values: z.array(readingValue).nullable().describe('null: any number of the range.'),
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
    summary:
      'Server-Sent Events: a notice { revision } at once, and then whenever something changed',
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
