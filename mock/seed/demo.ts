import type { Seed } from './seed.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A small market: two producers, two buyers, and records of every kind that a developer meets. */
export const demoSeed: Seed = {
  organizations: [
    { organizationId: 'sunroof', name: 'Sunroof Leads' },
    { organizationId: 'planhelper', name: 'Plan Helper Media', autoCollect: false },
    { organizationId: 'acme', name: 'Acme Solar' },
    { organizationId: 'passthrough', name: 'Northwind Exchange', billing: false },
  ],
  captures: [
    { organization: 'sunroof', name: 'checked', preset: 'checkedBox', ageMs: 2 * HOUR_MS },
    { organization: 'sunroof', name: 'unchecked', preset: 'uncheckedBox', ageMs: 5 * HOUR_MS },
    { organization: 'sunroof', preset: 'buttonOnly', ageMs: 26 * HOUR_MS },
    { organization: 'sunroof', preset: 'noSubmission', ageMs: 3 * DAY_MS },
    { organization: 'sunroof', preset: 'phoneInFooterOnly', ageMs: 9 * DAY_MS },
    { organization: 'sunroof', preset: 'devModeCapture' },
    { organization: 'sunroof', name: 'pending', page: { render: 'manual' }, preset: 'checkedBox' },
    { organization: 'planhelper', name: 'spanish', preset: 'spanishPage', ageMs: DAY_MS },
    { organization: 'planhelper', preset: 'refusalLabel', ageMs: 2 * DAY_MS },
    { organization: 'planhelper', preset: 'oldDerivation', ageMs: 400 * DAY_MS },
  ],
  shares: [
    { capture: 'checked', from: 'sunroof', receivedBy: ['acme'] },
    { capture: 'spanish', from: 'planhelper', receivedBy: ['acme', 'sunroof'] },
  ],
};
