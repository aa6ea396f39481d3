import { presets } from '../capture/presets.ts';
import { autoInsurancePage, injuryPage, loanPage, windowsPage } from './demo-pages.ts';
import type { SeedCapture, SeedPage } from './seed.ts';
import { variationOf } from './varied.ts';

/**
 * Rendering takes a service a few seconds, so `createdAt` is later than `capturedAt` (spec §2.3).
 */
const renders: SeedPage = { render: { afterMs: 4200 } };

function by(organization: string, entries: readonly Omit<SeedCapture, 'organization'>[]) {
  return entries.map((entry): SeedCapture => ({ organization, ...entry }));
}

/** Makes each record another person's. The first, and the pages without a preset, are as written. */
function ofManyPeople(captures: readonly SeedCapture[]): SeedCapture[] {
  return captures.map((entry, number) => {
    const { preset, page } = entry;
    if (preset === undefined || number === 0) return entry;
    return { ...entry, page: { ...variationOf(presets[preset](), number, 'demo'), ...page } };
  });
}

/** A person who came back twice: one session, grouped in one package. */
const visit: SeedPage = {
  ...renders,
  sessionId: 'ses_demo_visit',
  packageId: 'pkg_demo_visit',
  subGroupIds: ['sub_demo_texas'],
};

const sunroof = by('sunroof', [
  {
    name: 'solar',
    cdrId: 'cdr_demo_solar',
    preset: 'checkedBox',
    age: { hours: 30 },
    page: renders,
  },
  { name: 'unchecked', cdrId: 'cdr_demo_unchecked', preset: 'uncheckedBox', age: { hours: 5 } },
  { name: 'visit-1', preset: 'twoBoxesOneUnchecked', age: { hours: 8 }, page: visit },
  { preset: 'checkedBox', age: { hours: 7, minutes: 48 }, page: visit },
  { preset: 'declaredDisclosure', age: { hours: 7, minutes: 41 }, page: visit },
  { preset: 'unreadableBox', age: { days: 1, hours: 3 } },
  { name: 'no-submission', preset: 'noSubmission', age: { days: 3 } },
  { preset: 'noDisclosures', age: { days: 3, hours: 1 } },
  { preset: 'curlyApostrophe', age: { days: 4 } },
  { preset: 'oddSpacing', age: { days: 4, hours: 6 } },
  { preset: 'longDisclosure', age: { days: 5 } },
  { preset: 'manyDisclosures', age: { days: 6 } },
  { preset: 'numberInDisclosure', age: { days: 7 } },
  { name: 'footer-phone', preset: 'phoneInFooterOnly', age: { days: 9 } },
  { preset: 'unlabeledPhoneField', age: { days: 10 } },
  { preset: 'elevenPhones', age: { days: 11 } },
  { preset: 'suffixOfTwoLabels', age: { days: 12 } },
  { preset: 'noTelemetry', age: { days: 13 } },
  { preset: 'unknownAddress', age: { days: 14 } },
  { preset: 'proxiedSigner', age: { days: 15 } },
  { preset: 'checkedBox', age: { days: 20 }, page: { packageId: 'pkg_demo_alone' } },
  { name: 'aged', cdrId: 'cdr_demo_aged', preset: 'checkedBox', age: { days: 60 } },
  // Four years and 364 days: kept for one more day (spec §1).
  { name: 'almost-gone', cdrId: 'cdr_demo_almost_gone', preset: 'checkedBox', age: { days: 1824 } },
  {
    name: 'invalid',
    cdrId: 'cdr_demo_invalid',
    preset: 'checkedBox',
    age: { days: 8 },
    invalid: true,
  },
  {
    name: 'twofold',
    cdrId: 'cdr_demo_twofold',
    preset: 'checkedBox',
    age: { days: 8 },
    duplicated: true,
  },
  { cdrId: 'cdr_demo_dev', preset: 'devModeCapture', age: { hours: 1 }, page: { autoShare: true } },
  { cdrId: 'cdr_demo_pending', preset: 'checkedBox', page: { render: 'manual', autoShare: true } },
  { cdrId: 'cdr_demo_slow', preset: 'slowRender' },
]);

const planhelper = by('planhelper', [
  {
    name: 'spanish',
    cdrId: 'cdr_demo_spanish',
    preset: 'spanishPage',
    age: { days: 1 },
    page: renders,
  },
  { name: 'button', cdrId: 'cdr_demo_button', preset: 'buttonOnly', age: { hours: 26 } },
  { preset: 'refusalLabel', age: { days: 2 } },
  { preset: 'misconfiguredBox', age: { days: 2, hours: 2 } },
  // Its receiver was down, so a sweep for records that no webhook acknowledged finds it.
  {
    name: 'unacknowledged',
    cdrId: 'cdr_demo_unacknowledged',
    preset: 'weakWording',
    age: { days: 3 },
    delivery: 'failing',
  },
  { preset: 'baitWording', age: { days: 5 } },
  { preset: 'oldDerivation', age: { days: 400 } },
  { name: 'windows', page: { ...windowsPage, ...renders }, age: { hours: 9 } },
]);

const lendfast = by('lendfast', [
  { name: 'loan', cdrId: 'cdr_demo_loan', page: { ...loanPage, ...renders }, age: { hours: 3 } },
  { name: 'auto', page: { ...autoInsurancePage, ...renders }, age: { hours: 12 } },
  { name: 'injury', page: { ...injuryPage, ...renders }, age: { days: 2, hours: 4 } },
]);

/** Everything captured by the three producers and, years ago, by one that is switched off. */
export const demoCaptures: SeedCapture[] = ofManyPeople([
  ...sunroof,
  ...planhelper,
  ...lendfast,
  { organization: 'dormant', preset: 'checkedBox', age: { days: 900 } },
]);
