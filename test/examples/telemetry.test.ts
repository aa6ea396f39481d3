import { expect, it, onTestFinished } from 'vitest';
import { startFake } from '../../examples/fake-env.ts';
import { run } from '../../examples/telemetry.ts';

it('telemetry: shows the call, hides the link, and raises the alarm where the outcome is unknown', async () => {
  const fake = await startFake();
  onTestFinished(() => fake.close());
  const variables = await fake.env('acme');
  const alarms: string[] = [];
  fake.mock.addFault({ operation: 'shares.receive', phase: 'after', drop: true });
  const shown = await run(variables, (message) => alarms.push(message));
  expect(alarms).toEqual([
    expect.stringMatching(/^shares\.receive of L-1 may have been paid for: call_/),
  ]);
  expect(shown.decision).toBe('hold');
  expect(shown.spans.map(({ name }) => name)).toEqual([
    'POST',
    'shares.receive attempt',
    'shares.receive',
    'take lead L-1',
  ]);
  expect(shown.metrics).toContain('consent_evidence.unknown_outcomes');
  expect(JSON.stringify(shown)).not.toContain('shr_');
});
