import { SINK_URL } from '../ground/sink.ts';
import { demoCaptures } from './demo-captures.ts';
import type { Seed, SeedOrganization, SeedShare } from './seed.ts';

/**
 * Makes an organization whose key stays the same from run to run, and opens nothing but this world.
 * Its events go to the fake's own receiver.
 */
function party(
  organizationId: string,
  name: string,
  more: Partial<SeedOrganization> = {},
): SeedOrganization {
  const apiKey = `${organizationId}.demo-only`;
  const webhook = { url: SINK_URL + organizationId, secret: `whsec_${organizationId}_demo_only` };
  return { organizationId, name, apiKey, webhook, ...more };
}

const organizations: SeedOrganization[] = [
  party('sunroof', 'Sunroof Leads'),
  party('planhelper', 'Plan Helper Media', {
    autoCollect: false,
    revokedApiKeys: ['planhelper-before.demo-only'],
  }),
  party('lendfast', 'LendFast Marketing', { autoCollect: false }),
  party('acme', 'Acme Solar'),
  party('verde', 'Verde Energy'),
  party('harbor', 'Harbor Lending'),
  party('passthrough', 'Northwind Exchange', { billing: false, apiAccess: 'granted' }),
  party('dormant', 'Quiet Orchard Leads', { apiAccess: 'off' }),
  // Its collects are 404, because the service cannot read its record (spec §4.4).
  party('unreadable', 'Lost Ledger Media', { unreadable: true }),
];

const shares: SeedShare[] = [
  // One lead, two buyers; the first sells it on, and its producer stays the same (spec §2.3).
  { capture: 'solar', from: 'sunroof', age: { hours: 29 }, receivedBy: ['acme'] },
  { capture: 'solar', from: 'acme', age: { hours: 20 }, receivedBy: ['verde'] },
  // The producer has not paid, so each buyer does (spec §4.6 rule 9).
  {
    capture: 'spanish',
    from: 'planhelper',
    age: { hours: 22 },
    receivedBy: ['acme', { organization: 'verde', age: { hours: 2 } }],
  },
  // The producer collects it between the two receives: the second costs nothing.
  {
    capture: 'button',
    from: 'planhelper',
    age: { hours: 24 },
    receivedBy: [
      { organization: 'acme', age: { hours: 23 } },
      { organization: 'verde', age: { hours: 3 } },
    ],
  },
  { capture: 'loan', from: 'lendfast', age: { hours: 2 }, token: 'shr_demo_live' },
  { capture: 'injury', from: 'lendfast', age: { days: 1 }, receivedBy: ['harbor'] },
  { capture: 'unchecked', from: 'sunroof', age: { hours: 4 }, token: 'shr_demo_unchecked' },
  {
    capture: 'aged',
    from: 'sunroof',
    age: { days: 45 },
    expiresIn: { days: 30 },
    token: 'shr_demo_expired',
    receivedBy: [{ organization: 'acme', age: { days: 44 } }],
  },
  {
    capture: 'invalid',
    from: 'sunroof',
    age: { days: 7 },
    token: 'shr_demo_invalid',
    receivedBy: ['acme'],
  },
  { capture: 'twofold', from: 'sunroof', age: { days: 7 }, token: 'shr_demo_twofold' },
];

/**
 * A small market: three sellers, of which two pay only for what they collect, three buyers, an
 * exchange without billing, an organization that is switched off and one that cannot be read; every
 * preset, and every state that a record or a token can be in. People, hosts and numbers are reserved
 * for examples.
 */
export const demoSeed: Seed = {
  organizations,
  captures: demoCaptures,
  collects: [{ capture: 'button', organization: 'planhelper', age: { hours: 6 } }],
  shares,
};
