import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import type { KnownErrorCode } from '../../src/contract/error-codes.ts';
import { refusalsOf } from '../../src/contract/refusals.ts';
import { READING_NAMES, READING_VALUES } from '../../src/readings/readings.ts';
import { LINES, WAYS } from './ways.ts';

/** Something that a test suite can meet. */
export interface CoverageEntry {
  readonly id: string;
  readonly what: string;
  /** One line that meets it. */
  readonly how: string;
}

function ofEndpoint(name: EndpointName): CoverageEntry[] {
  const { operation, summary } = endpoints[name];
  const way = WAYS[name];
  const refusals = Object.entries(refusalsOf(name)).flatMap(([code, why]): CoverageEntry[] => {
    const how = LINES[code as KnownErrorCode](name, way);
    return how === undefined ? [] : [{ id: `${operation} ${code}`, what: `${code}: ${why}`, how }];
  });
  return [{ id: `${operation} ok`, what: `${summary}: it succeeds`, how: way.call() }, ...refusals];
}

const RECEIVE = 'await buyer.shares.receive(shareUrl)';

/** States of a record or a token that no code alone tells: the check that met it. */
const STATES: readonly CoverageEntry[] = [
  {
    id: 'check received',
    what: 'A live token, received for the first time.',
    how: RECEIVE,
  },
  {
    id: 'check already received through this token',
    what: 'A used token, received again: free, and it succeeds.',
    how: `${RECEIVE}; ${RECEIVE} // already received through this token`,
  },
  {
    id: 'check the token was created by another organization',
    what: 'A token of your own.',
    how: 'await seller.shares.receive(shareUrl) // the token was created by another organization: no',
  },
  {
    id: 'check the record is rendered',
    what: 'A record that is still being rendered.',
    how: "const { cdrId: id } = mock.capture(producer, presets.checkedBox({ render: 'manual' })); await seller.cdrs.get(id) // the record is rendered: no",
  },
  {
    id: 'check the organization holds the record',
    what: 'A record of another organization.',
    how: 'await buyer.cdrs.get(cdrId) // the organization holds the record: no',
  },
  {
    id: 'check the record is retained',
    what: 'A record that is older than five years.',
    how: 'await mock.clock.advance({ days: 1826 }); await seller.cdrs.get(cdrId) // the record is retained: no',
  },
];

/** A repeat after each kind of loss, and after a record that was pending. */
const RETRIES: readonly CoverageEntry[] = [
  ['dropped.before', 'whose request was lost', "phase: 'before', drop: true"],
  ['dropped.after', 'that took effect, and whose answer was lost', "phase: 'after', drop: true"],
  ['failed.before', 'that failed with 5xx', "phase: 'before', status: 503"],
  ['failed.after', 'that took effect, and was answered with 5xx', "phase: 'after', status: 503"],
  ['throttled', 'that was refused with 429', 'status: 429, retryAfterSeconds: 1'],
]
  .map(
    ([kind, what, fault]): CoverageEntry => ({
      id: `retry ${kind}`,
      what: `A repeat of a call ${what}.`,
      how: `mock.addFault({ operation: 'shares.receive', ${fault} }); ${RECEIVE} // the client retries`,
    }),
  )
  .concat({
    id: 'retry pending',
    what: 'A receive that was 202 CDR_PENDING, and then succeeded.',
    how: 'const { shareUrl: pending } = mock.capture(producer, presets.slowRender({ autoShare: true })); await buyer.shares.receive(pending) // CDR_PENDING, then a retry',
  });

const announced = (answer: string, then: string): string =>
  `mock.updateOrganization(producer, { webhook: { url: SINK_URL, answer: ${answer} } }); mock.capture(producer, presets.checkedBox()); ${then}`;

/** Each kind of delivery (spec §6.3). */
const DELIVERIES: readonly CoverageEntry[] = [
  {
    id: 'delivery acknowledged',
    what: 'An event that is acknowledged at once.',
    how: announced('200', 'await mock.clock.advance(0) // delivery'),
  },
  {
    id: 'delivery refused',
    what: 'An event that the receiver answers with something else than a 2xx.',
    how: announced('500', 'await mock.clock.advance(0) // delivery'),
  },
  {
    id: 'delivery unanswered',
    what: 'An event that the receiver does not answer.',
    how: "mock.updateOrganization(producer, { webhook: { url: 'http://127.0.0.1:1/' } }); mock.capture(producer, presets.checkedBox()); await mock.clock.advance(0) // delivery",
  },
  {
    id: 'delivery acknowledgedLater',
    what: 'An event that is acknowledged at a later attempt.',
    how: announced(
      '500',
      'await mock.clock.advance(0); mock.updateOrganization(producer, { webhook: { url: SINK_URL } }); await mock.clock.advance({ seconds: 30 }) // delivery, and again',
    ),
  },
  {
    id: 'delivery givenUp',
    what: 'An event that is given up after five attempts.',
    how: announced('500', 'await mock.clock.advance({ hours: 1 }) // delivery, five times'),
  },
  {
    id: 'delivery again',
    what: 'An event that is sent again with the same webhookId.',
    how: announced(
      '200',
      'await mock.clock.advance(0); mock.redeliver(mock.webhookDeliveries()[0].webhookId) // delivery, again',
    ),
  },
];

function ofReading(name: (typeof READING_NAMES)[number]): CoverageEntry[] {
  const values = READING_VALUES[name];
  const others =
    'default' in values ? [values.max] : (values as readonly (string | number)[]).slice(1);
  return others.map((value) => {
    return {
      id: `reading ${name} ${'default' in values ? 'other' : value}`,
      // Not in more words, which would be in each bundle of the fake; the guide to readings has them.
      what: `The reading ${name} is ${value}.`,
      how: `createMockService({ readings: { ${name}: ${JSON.stringify(value)} } })`,
    };
  });
}

/** Everything that a suite can meet, derived from the contract, the readings and the states. */
export function coverageEntries(): CoverageEntry[] {
  return [
    ...(Object.keys(endpoints) as EndpointName[]).flatMap(ofEndpoint),
    {
      id: 'cdrs.download ok',
      what: 'Download an image: it succeeds',
      how: 'await seller.cdrs.collect(cdrId); await mock.fetch((await seller.cdrs.get(cdrId)).downloadUrl) // cdrs.download',
    },
    ...STATES,
    ...RETRIES,
    ...DELIVERIES,
    ...READING_NAMES.flatMap(ofReading),
  ];
}
