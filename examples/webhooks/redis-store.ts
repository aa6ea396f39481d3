// A webhook store in Redis, for receivers on several machines that share one Redis. Copy it into your
// own code; it works with a client of `redis` (node-redis) or of `ioredis`.
//
// Run Redis with `appendonly yes` and `maxmemory-policy noeviction`: if an id is forgotten early, its
// event can be handled twice.
import { WebhookClaimLostError, type WebhookStore } from 'consent-evidence/webhooks';

interface NodeRedis {
  eval(script: string, call: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

interface IoRedis {
  call(command: string, args: string[]): Promise<unknown>;
}

const DAY_MS = 86_400_000;

// A key holds `lease:` or `done:` and the claim's id, until it expires. Redis runs one script at a time,
// so each of these is one atomic step.
const CLAIM = `
  local held = redis.call('GET', KEYS[1])
  if held and held:sub(1, 5) == 'done:' then return 'duplicate' end
  if held then return 'busy' end
  redis.call('SET', KEYS[1], 'lease:' .. ARGV[1], 'PX', ARGV[2])
  return 'new'`;

const COMPLETE = `
  local held = redis.call('GET', KEYS[1])
  local done = 'done:' .. ARGV[1]
  local ours = not held or ARGV[1] == '' or held == done or held == 'lease:' .. ARGV[1]
  if not ours then return held:sub(1, 5) == 'done:' and 'duplicate' or 'lost' end
  redis.call('SET', KEYS[1], done, 'PX', ARGV[2])
  return 'done'`;

const RELEASE = `
  local held = redis.call('GET', KEYS[1])
  local leased = held and held:sub(1, 6) == 'lease:'
  local ours = leased and (ARGV[1] == '' or held == 'lease:' .. ARGV[1])
  if ours then redis.call('DEL', KEYS[1]) end
  return 'released'`;

/** Creates a store over your own client; every key begins with `prefix`. */
export function redisStore(client: NodeRedis | IoRedis, prefix = 'webhook:'): WebhookStore {
  const run = async (script: string, webhookId: string, values: (string | number)[]) => {
    const key = prefix + webhookId;
    const args = values.map(String);
    // Both have `eval`, but with different arguments; only ioredis has `call`.
    if ('call' in client) return client.call('EVAL', [script, '1', key, ...args]);
    return client.eval(script, { keys: [key], arguments: args });
  };
  return {
    async claim(webhookId, { leaseSeconds, claimId = '' }) {
      const found = await run(CLAIM, webhookId, [claimId, leaseSeconds * 1000]);
      if (found === 'new' || found === 'duplicate' || found === 'busy') return found;
      throw new Error(`Redis answered ${String(found)}`);
    },
    async complete(webhookId, { claimId = '' } = {}) {
      const found = await run(COMPLETE, webhookId, [claimId, DAY_MS]);
      if (found === 'done') return;
      throw new WebhookClaimLostError(webhookId, { completed: found === 'duplicate' });
    },
    async release(webhookId, { claimId = '' } = {}) {
      await run(RELEASE, webhookId, [claimId]);
    },
  };
}
