import { demoCaptures } from './demo-captures.ts';
import type { Seed, SeedOrganization, SeedShare } from './seed.ts';

/** Organizations whose keys stay the same from run to run, and open nothing but this world. */
const organizations: SeedOrganization[] = [
  { organizationId: 'sunroof', name: 'Sunroof Leads', apiKey: 'sunroof.demo-only' },
  {
    organizationId: 'planhelper',
    name: 'Plan Helper Media',
    autoCollect: false,
    apiKey: 'planhelper.demo-only',
    revokedApiKeys: ['planhelper-before.demo-only'],
    webhook: { url: 'https://hooks.plan-helper.example/cdr', secret: 'whsec_demo_only' },
  },
  {
    organizationId: 'lendfast',
    name: 'LendFast Marketing',
    autoCollect: false,
    apiKey: 'lendfast.demo-only',
  },
  { organizationId: 'acme', name: 'Acme Solar', apiKey: 'acme.demo-only' },
  { organizationId: 'verde', name: 'Verde Energy', apiKey: 'verde.demo-only' },
  { organizationId: 'harbor', name: 'Harbor Lending', apiKey: 'harbor.demo-only' },
  {
    organizationId: 'passthrough',
    name: 'Northwind Exchange',
    billing: false,
    apiAccess: 'granted',
    apiKey: 'passthrough.demo-only',
  },
  {
    organizationId: 'dormant',
    name: 'Quiet Orchard Leads',
    apiAccess: 'off',
    apiKey: 'dormant.demo-only',
  },
  // Its collects are 404, because the service cannot read its record (spec §4.4).
  {
    organizationId: 'unreadable',
    name: 'Lost Ledger Media',
    unreadable: true,
    apiKey: 'unreadable.demo-only',
  },
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
