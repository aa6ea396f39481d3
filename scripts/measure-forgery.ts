// Prints what deliveries cost in a process of their own: the CPU time of the first one, when nothing is
// compiled yet, and the time of later good and forged ones in turn. `npm run proof:forgery` starts it.
import { signWebhook, verifyWebhook } from '../src/webhooks/index.ts';

const SECRET = 'whsec_forgery';
const NOW_MS = 1_767_614_400_000;
const START = '{"event":"cdr.completed","webhookId":"w","cdrId":"c"';

/** Bodies of valid events, some of them expensive to parse, indent or write again. */
export const SHAPES: Readonly<Record<string, (bytes: number) => string>> = {
  'small members': (bytes) => {
    const member = (at: number) => `,"m${String(at % 10_000).padStart(4, '0')}":1`;
    const count = Math.floor((bytes - START.length) / member(0).length);
    return `${START}${Array.from({ length: count }, (_, at) => member(at)).join('')}}`;
  },
  'a list of digits': (bytes) => `${START},"l":[${'1,'.repeat((bytes - 62) / 2)}1]}`,
  'a deep list': (bytes) => {
    const list = '1,'.repeat((bytes - 80) / 2);
    return `${START},"l":${'['.repeat(7)}${list}1${']'.repeat(7)}}`;
  },
  escapes: (bytes) => `${START},"l":[${'"\\u00e9",'.repeat((bytes - 62) / 9)}1]}`,
  'one text': (bytes) => `${START},"l":"${'x'.repeat(bytes - 62)}"}`,
};

/** Returns a function that verifies one good or forged delivery. */
async function deliverer(shape: string, bytes: number, isForged: boolean) {
  const body = SHAPES[shape]?.(bytes) ?? '';
  const timestamp = NOW_MS / 1000;
  const signed = await signWebhook({ body, secret: SECRET, webhookId: 'w', timestamp });
  const signature = isForged ? `sha256=${'0'.repeat(64)}` : signed['x-svc-signature'];
  const headers = { ...signed, 'x-svc-signature': signature };
  return () =>
    verifyWebhook({ body, headers, secret: SECRET, now: () => NOW_MS }).catch(() => undefined);
}

/** The first decile: what else the machine does only adds time. */
export function low(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 10)] ?? 0;
}

/** What deliveries cost in one process: the first in CPU time, later ones in nanoseconds. */
export interface Measured {
  readonly first: number;
  readonly good: number;
  readonly forged: number;
}

const LATER = 300;

async function measure(shape: string, bytes: number, isForged: boolean): Promise<Measured> {
  const deliver = {
    good: await deliverer(shape, bytes, false),
    forged: await deliverer(shape, bytes, true),
  };
  const before = process.cpuUsage();
  await (isForged ? deliver.forged : deliver.good)();
  const { user, system } = process.cpuUsage(before);
  const times: Record<'good' | 'forged', number[]> = { good: [], forged: [] };
  for (let each = 0; each < LATER; each += 1) {
    for (const kind of ['good', 'forged'] as const) {
      const start = process.hrtime.bigint();
      await deliver[kind]();
      times[kind].push(Number(process.hrtime.bigint() - start));
    }
  }
  return { first: user + system, good: low(times.good), forged: low(times.forged) };
}

const [shape, bytes, isForged] = process.argv.slice(2);
if (shape !== undefined && process.argv[1]?.endsWith('measure-forgery.ts') === true) {
  console.log(JSON.stringify(await measure(shape, Number(bytes), isForged === 'true')));
}
