import { expect, it } from 'vitest';
import { createMockService, presets } from '../../mock/index.ts';
import { ConsentEvidence } from '../../src/index.ts';

it('spreads the pauses of a call by the random numbers that it is given', async () => {
  const pauses = async (value: number): Promise<number[]> => {
    const mock = createMockService({ now: '2026-01-05T12:00:00Z', idSeed: 'random' });
    const organization = mock.addOrganization({ name: 'Acme Solar' });
    const { cdrId } = mock.capture(organization, presets.checkedBox());
    mock.addFault({ operation: 'cdrs.get', times: 2, status: 503 });
    const delays: number[] = [];
    const client = new ConsentEvidence({
      ...mock.clientOptions(organization),
      random: () => value,
      trace: (event) => {
        if (event.type === 'retry') delays.push(event.delayMs ?? 0);
      },
    });
    await client.cdrs.get(cdrId);
    return delays;
  };
  expect(await pauses(0)).toEqual([250, 500]);
  expect(await pauses(0.5)).toEqual([375, 750]);
});

it('refuses what is no function', () => {
  const random = 0.5 as unknown as () => number;
  expect(() => new ConsentEvidence({ random })).toThrow('random: expected a function');
});
