import type { Seed } from './seed.ts';

/** A small market: two producers, two buyers, and records of every kind that a developer meets. */
export const demoSeed: Seed = {
  organizations: [
    { organizationId: 'sunroof', name: 'Sunroof Leads' },
    { organizationId: 'planhelper', name: 'Plan Helper Media', autoCollect: false },
    { organizationId: 'acme', name: 'Acme Solar' },
    { organizationId: 'passthrough', name: 'Northwind Exchange', billing: false },
  ],
  captures: [
    { organization: 'sunroof', name: 'checked', preset: 'checkedBox', age: { hours: 2 } },
    { organization: 'sunroof', name: 'unchecked', preset: 'uncheckedBox', age: { hours: 5 } },
    { organization: 'sunroof', preset: 'buttonOnly', age: { hours: 26 } },
    { organization: 'sunroof', preset: 'noSubmission', age: { days: 3 } },
    { organization: 'sunroof', preset: 'phoneInFooterOnly', age: { days: 9 } },
    { organization: 'sunroof', preset: 'devModeCapture' },
    { organization: 'sunroof', name: 'pending', page: { render: 'manual' }, preset: 'checkedBox' },
    { organization: 'planhelper', name: 'spanish', preset: 'spanishPage', age: { days: 1 } },
    { organization: 'planhelper', preset: 'refusalLabel', age: { days: 2 } },
    { organization: 'planhelper', preset: 'oldDerivation', age: { days: 400 } },
  ],
  shares: [
    { capture: 'checked', from: 'sunroof', receivedBy: ['acme'] },
    { capture: 'spanish', from: 'planhelper', receivedBy: ['acme', 'sunroof'] },
  ],
};
