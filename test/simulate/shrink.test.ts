import { describe, expect, it } from 'vitest';
import type { CallPlan, CaptureStep, Plan, PostStep, Step } from '../../mock/simulate/plan.ts';
import { shrink } from '../../mock/simulate/shrink.ts';

const MINUTE = 60_000;
const RUNS_MAX = 1_000;

const hard: CallPlan = {
  crash: { at: 3, downMs: 9_000, next: { at: 1, downMs: 5, next: null } },
  requests: ['slow', 'lostAnswer'],
  pace: 7,
  slow: { at: 2, isBefore: true, ms: 40 },
};
const capture: CaptureStep = {
  do: 'capture',
  at: 10 * MINUTE,
  record: 1,
  own: true,
  unchecked: true,
  devMode: true,
  renderMs: 500,
  links: [90_000, 60_000],
  deliveries: ['lost', 'twice'],
  handling: [hard, hard],
  machines: [1, 2],
};
const post: PostStep = {
  ...{ do: 'post', at: 17 * MINUTE, lead: 1, record: 1, link: 1 },
  ...{ stranger: true, machine: 2, call: hard },
};
const tick: Step = { do: 'tick', at: 20 * MINUTE, machine: 1, call: hard };
const outage: Step = { do: 'outage', at: 30 * MINUTE, lastsMs: 20 * MINUTE };
const forge: Step = { do: 'forge', at: 40 * MINUTE, record: 1, kind: 'replay' };
const plan: Plan = {
  readings: { shareUrl: 'path', unicodeForm: 'NFKC' },
  machines: 3,
  steps: [forge, capture, post, tick, outage, forge],
};

const none = { crash: null, requests: [] } as const;
/** The smallest call that keeps to the pauses of its machine; 0: none. */
const calm = { ...none, pace: 0 };
const smallCapture: CaptureStep = {
  ...{ ...capture, at: 0, unchecked: false, devMode: false, renderMs: 0, links: [null] },
  ...{ deliveries: [null, null], handling: [none, none], machines: [0, 0] },
};
const smallPost = { ...post, at: 0, stranger: false, machine: 0, call: calm };

const captureIn = ({ steps }: Plan) => steps.find((step) => step.do === 'capture');
const postIn = ({ steps }: Plan) => steps.find((step) => step.do === 'post');
const callIn = (each: Plan): CallPlan | undefined => postIn(each)?.call;
const isAt = (step: Step | undefined, at: number) => step !== undefined && step.at >= at;

type Needs = (plan: Plan) => unknown;

const WITH_CAPTURE: readonly (readonly [string, Needs, Partial<CaptureStep>])[] = [
  ['alone', captureIn, {}],
  ['with an unchecked box', (each) => captureIn(each)?.unchecked, { unchecked: true }],
  ['in Dev Mode', (each) => captureIn(each)?.devMode, { devMode: true }],
  ['that is rendered late', (each) => captureIn(each)?.renderMs, { renderMs: 500 }],
  ['with a short link', (each) => captureIn(each)?.links[0], { links: [90_000] }],
  ['with two links', (each) => captureIn(each)?.links[1] !== undefined, { links: [null, null] }],
  ['with two short links', (each) => captureIn(each)?.links[1], { links: [90_000, 60_000] }],
  [
    'with a lost delivery',
    (each) => captureIn(each)?.deliveries[0],
    { deliveries: ['lost', null] },
  ],
  [
    'with a double delivery',
    (each) => captureIn(each)?.deliveries[1],
    { deliveries: [null, 'twice'] },
  ],
  ['on two machines', (each) => captureIn(each)?.machines[0], { machines: [1, 2] }],
  [
    'with a crash in its second delivery',
    (each) => captureIn(each)?.handling[1]?.crash,
    { handling: [calm, { ...calm, crash: { at: 1, downMs: 1_000, next: null } }] },
  ],
];

const WITH_CALL: readonly (readonly [string, Needs, CallPlan])[] = [
  [
    'a crash',
    (each) => callIn(each)?.crash,
    { ...calm, crash: { at: 1, downMs: 1_000, next: null } },
  ],
  [
    'a crash at its third await',
    (each) => callIn(each)?.crash?.at === 3,
    { ...calm, crash: { at: 3, downMs: 1_000, next: null } },
  ],
  [
    'two crashes',
    (each) => callIn(each)?.crash?.next,
    { ...calm, crash: { at: 1, downMs: 9_000, next: { at: 1, downMs: 5, next: null } } },
  ],
  ['its first trouble', (each) => callIn(each)?.requests[0], { ...calm, requests: ['slow', null] }],
  [
    'its second trouble',
    (each) => callIn(each)?.requests[1],
    { ...calm, requests: [null, 'lostAnswer'] },
  ],
  ['its pauses', (each) => callIn(each)?.pace, { ...none, pace: 7 }],
  ['its slow statement', (each) => callIn(each)?.slow, { ...calm, slow: hard.slow as never }],
  [
    'a crash with a slow statement',
    (each) => callIn(each)?.crash && callIn(each)?.slow,
    { ...calm, crash: { at: 1, downMs: 1_000, next: null }, slow: hard.slow as never },
  ],
];

const small = (...steps: readonly Step[]): Plan => ({ readings: {}, machines: 1, steps });

const OTHER: readonly (readonly [string, Needs, Plan])[] = [
  ['nothing', () => true, small()],
  ['a post', postIn, small(smallPost)],
  ['a stranger', (each) => postIn(each)?.stranger, small({ ...smallPost, stranger: true })],
  ['a post to a machine', (each) => postIn(each)?.machine, small({ ...smallPost, machine: 2 })],
  [
    'a tick',
    ({ steps }) => steps.some((step) => step.do === 'tick'),
    small({ ...tick, at: 0, call: calm } as Step),
  ],
  [
    'an outage',
    ({ steps }) => steps.some((step) => step.do === 'outage'),
    small({ ...outage, at: 0, lastsMs: 5 * MINUTE } as Step),
  ],
  [
    'a long outage',
    ({ steps }) => steps.some((step) => step.do === 'outage' && step.lastsMs > 9 * MINUTE),
    small({ ...outage, at: 0 }),
  ],
  [
    'two forgeries',
    ({ steps }) => steps.filter((step) => step.do === 'forge').length === 2,
    small({ ...forge, at: 0 }, { ...forge, at: MINUTE }),
  ],
  ['two machines', ({ machines }) => machines > 1, { ...small(), machines: 2 }],
  ['all machines', ({ machines }) => machines > 2, { ...small(), machines: 3 }],
  [
    'a reading',
    ({ readings }) => readings.shareUrl,
    { ...small(), readings: { shareUrl: 'path' } },
  ],
  [
    'both readings',
    ({ readings }) => Object.keys(readings).length > 1,
    { ...small(), readings: plan.readings },
  ],
];

describe('a story that needs', () => {
  const shortened = (needs: Needs) => shrink(plan, async (each) => Boolean(needs(each)), RUNS_MAX);

  it.each(WITH_CAPTURE)('a record %s comes to that alone', async (_title, needs, changes) => {
    expect(await shortened(needs)).toEqual(small({ ...smallCapture, ...changes }));
  });

  it.each(WITH_CALL)('a call with %s comes to that alone', async (_title, needs, call) => {
    expect(await shortened(needs)).toEqual(small({ ...smallPost, call }));
  });

  it.each(OTHER)('%s comes to that alone', async (_title, needs, expected) => {
    expect(await shortened(needs)).toEqual(expected);
  });

  it('an instant begins at that instant, and distances that it needs are kept', async () => {
    const [late] = (await shortened((each) => isAt(captureIn(each), 5 * MINUTE))).steps;
    expect(late?.at).toBe(10 * MINUTE);
    const apart = await shortened((each) =>
      isAt(postIn(each), (captureIn(each)?.at ?? Number.NaN) + 2 * MINUTE),
    );
    expect(apart.steps.map(({ at }) => at)).toEqual([0, 7 * MINUTE]);
  });
});

describe('shortening a story', () => {
  const ticks = Array.from({ length: 64 }, (_, index): Step => ({ ...tick, at: index }) as Step);
  const long: Plan = { ...plan, steps: [...ticks.slice(0, 40), post, ...ticks.slice(40)] };

  it('runs no more worlds than it may, and none that has been run just before', async () => {
    for (const runsMax of [0, 1, 5, RUNS_MAX]) {
      let runs = 0;
      let current = JSON.stringify(long);
      const result = await shrink(
        long,
        async (each) => {
          runs += 1;
          expect(JSON.stringify(each)).not.toBe(current);
          const isBroken = postIn(each) !== undefined;
          if (isBroken) current = JSON.stringify(each);
          return isBroken;
        },
        runsMax,
      );
      expect(JSON.stringify(result)).toBe(current);
      expect(runs).toBeLessThanOrEqual(Math.min(runsMax, 60));
    }
  });
});
