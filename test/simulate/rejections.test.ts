import { describe, expect, it } from 'vitest';
import { type StartProgram, simulate } from '../../mock/simulate.ts';

const EVENT = 'unhandledRejection';

/** Works after it has answered, and looks at no error of that work. */
const answersAndFails: StartProgram = ({ clock, effect, storage }) => ({
  async webhook(request) {
    const { cdrId } = (await request.json()) as { cdrId: string };
    const work = async (): Promise<void> => {
      await clock.sleep(10);
      if (storage.get(cdrId) !== undefined) return;
      if (storage.get('failed') === undefined) {
        storage.set('failed', true);
        throw new RangeError('the queue is full');
      }
      storage.set(cdrId, true);
      effect(cdrId);
    };
    void work();
    return new Response(null, { status: 204 });
  },
});

describe('a promise of the program that is rejected, and that no one handles', () => {
  it('ends the program’s process, as in Node, and not the simulation', async () => {
    const others = process.rawListeners(EVENT);
    const { broken } = await simulate({
      start: answersAndFails,
      worlds: 20,
      trouble: { crashes: 0 },
    });
    const lost = broken.find(({ invariant }) => invariant === 'noEventLost');
    expect(lost?.story).toContain('The process dies: RangeError: the queue is full');
    expect(process.rawListeners(EVENT)).toEqual(others);
  });

  it('still belongs to the host where it is not the program’s', async () => {
    const others = process.rawListeners(EVENT);
    process.removeAllListeners(EVENT);
    const heard: unknown[] = [];
    process.on(EVENT, (reason) => heard.push(reason));
    const start: StartProgram = () => ({ take: () => ({ decision: 'refuse' }) });
    const running = simulate({ start, worlds: 20 });
    void Promise.reject(new Error('the test’s own'));
    await running;
    process.removeAllListeners(EVENT);
    for (const other of others) process.on(EVENT, other as () => void);
    expect(heard).toEqual([new Error('the test’s own')]);
  });
});
