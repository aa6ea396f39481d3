// Prints the CPU time of the first deliveries of a process, in microseconds: the process is new, so
// nothing is compiled yet. `npm run proof:forgery` starts it.
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

/** Verifies one good or forged delivery. */
export async function deliverer(shape: string, bytes: number, isForged: boolean) {
  const body = SHAPES[shape]?.(bytes) ?? '';
  const signed = await signWebhook({
    body,
    secret: SECRET,
    webhookId: 'w',
    timestamp: NOW_MS / 1000,
  });
  const signature = isForged ? `sha256=${'0'.repeat(64)}` : signed['x-svc-signature'];
  const headers = { ...signed, 'x-svc-signature': signature };
  return () =>
    verifyWebhook({ body, headers, secret: SECRET, now: () => NOW_MS }).catch(() => undefined);
}

const [shape, bytes, isForged] = process.argv.slice(2);
if (shape !== undefined && process.argv[1]?.endsWith('measure-forgery.ts') === true) {
  const deliver = await deliverer(shape, Number(bytes), isForged === 'true');
  const before = process.cpuUsage();
  await deliver();
  const { user, system } = process.cpuUsage(before);
  console.log(user + system);
}
