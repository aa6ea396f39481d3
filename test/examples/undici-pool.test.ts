import { expect, it, onTestFinished } from 'vitest';
import { startFake } from '../../examples/fake-env.ts';
import { run } from '../../examples/undici-pool.ts';

it('undici-pool: counts the records of each domain, and ends', async () => {
  const fake = await startFake();
  onTestFinished(() => fake.close());
  const { records } = await run(await fake.env('sunroof'));
  expect(Object.keys(records)).toContain('sunroof.example');
  expect(records['sunroof.example']).toBeGreaterThan(0);
});
