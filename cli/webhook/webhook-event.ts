import type { CdrCompletedEvent } from '../../src/contract/webhook.ts';

/**
 * Returns an event as the service sends it (spec §6.1), for a record that does not exist. Each event
 * has a record of its own: an inbox takes a record only once, and would not show what it does.
 */
export function sampleEvent(webhookId: string, now: number): string {
  const event: CdrCompletedEvent = {
    event: 'cdr.completed',
    orgId: 'org_sample',
    cdrId: `cdr_${webhookId}`,
    domainId: 'sunroof.example',
    domain: 'quotes.sunroof.example',
    createdAt: now - 1000,
    ip: null,
    userAgent: null,
    customMetadata: { sample: 'sent by consent-evidence webhook', name: 'Zoë Núñez' },
    webhookId,
    timestamp: now,
  };
  return JSON.stringify(event);
}
