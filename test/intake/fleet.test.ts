import { describe, expect, it } from 'vitest';
import { outageOfHours } from './fleet/outage-of-hours.ts';

const MINUTE_MS = 60_000;

describe('machines that take and work through an outage', () => {
  it.each([1, 3])(
    'ask little of a service that is away, and catch up without a second outage: %i of them',
    async (machines) => {
      const result = await outageOfHours({
        ...{ machines, leadsPerSecond: 1, requestsPerSecond: 5 * machines },
        ...{ outageMs: 6 * MINUTE_MS, afterMs: 20 * MINUTE_MS },
      });
      expect(result.requestsALead).toBeLessThanOrEqual(1.1);
      expect(result.backlogGoneAfterMinutes).toBeLessThanOrEqual(15);
      expect(result.downAgain).toBe(0);
      expect(result.accepted).toBe(result.leads);
      expect(result.charges).toBe(result.leads);
    },
    60_000,
  );
});
