import { describe, expect, it } from 'vitest';
import { ConsentEvidence } from '../../src/index.ts';
import { failureOf } from './support/failure-of.ts';

const options = { apiKey: 'key.secret', baseUrl: 'https://api.example.com', maxRetries: 0 };
const client = new ConsentEvidence({
  ...options,
  fetch: async () => {
    throw new TypeError('fetch failed');
  },
});

/** How often the stack of `error` names the function `name`. */
function framesOf(error: unknown, name: string): number {
  const { stack = '' } = error as Error;
  return stack.split('\n').filter((line) => line.includes(`at ${name} `)).length;
}

async function readFromMyCode(id: string): Promise<unknown> {
  return failureOf(client.cdrs.get(id));
}

async function awaitFromMyCode(): Promise<unknown> {
  try {
    return await client.shares.receive('token');
  } catch (error) {
    return error;
  }
}

async function withResponseFromMyCode(): Promise<unknown> {
  return failureOf(client.cdrs.collect('cdr_1').withResponse());
}

function startInMyCode(): Promise<unknown> {
  return client.cdrs.get('cdr_1');
}

describe('the stack of an error of a call', () => {
  it('names the function that made the call, after an answer was waited for', async () => {
    expect(framesOf(await awaitFromMyCode(), 'awaitFromMyCode')).toBe(1);
    expect(framesOf(await readFromMyCode('cdr_1'), 'readFromMyCode')).toBe(1);
    expect(framesOf(await withResponseFromMyCode(), 'withResponseFromMyCode')).toBe(1);
  });

  it('names the function that made the call where another one waits for it', async () => {
    expect(framesOf(await failureOf(startInMyCode()), 'startInMyCode')).toBe(1);
  });

  it('names it once where the call was refused on the spot', async () => {
    expect(framesOf(await readFromMyCode('..'), 'readFromMyCode')).toBe(1);
  });

  it('begins with the error itself, and stays out of JSON', async () => {
    const error = (await awaitFromMyCode()) as Error;
    expect(error.stack?.startsWith('ConnectionError: shares.receive: ')).toBe(true);
    expect(JSON.stringify(error)).not.toContain('awaitFromMyCode');
  });

  it('leaves an error of another kind as it is', async () => {
    const broken = new Error('a clock that fails');
    const before = broken.stack;
    const impatient = client.withOptions({
      maxRetries: 1,
      clock: {
        now: () => 0,
        sleep: async () => {
          throw broken;
        },
      },
    });
    expect(await failureOf(impatient.cdrs.get('cdr_1'))).toBe(broken);
    expect(broken.stack).toBe(before);
  });
});
