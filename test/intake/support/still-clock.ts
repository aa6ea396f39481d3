const turn = () => new Promise((resolve) => setImmediate(resolve));

/** What is moved: the clock of a fake, from the sources or the package. */
interface MovedClock {
  now(): number;
  advance(ms: number): Promise<void>;
}

/** A clock of the world's time whose sleeps end only when the test moves the time on. */
export function stillClock({ mock }: { readonly mock: { readonly clock: MovedClock } }) {
  const waits = new Set<{ at: number; wake: () => void }>();
  const clock = {
    now: () => mock.clock.now(),
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const wait = { at: mock.clock.now() + ms, wake: resolve };
        waits.add(wait);
        signal?.addEventListener('abort', () => {
          waits.delete(wait);
          reject(signal.reason as Error);
        });
      }),
  };
  const advance = async (ms: number): Promise<void> => {
    await mock.clock.advance(ms);
    for (const wait of [...waits]) {
      if (wait.at > mock.clock.now()) continue;
      waits.delete(wait);
      wait.wake();
    }
    for (let turns = 0; turns < 20; turns += 1) await turn();
  };
  return { clock, advance, waits };
}
