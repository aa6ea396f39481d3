import type { DetectedDisclosure } from '../../contract/disclosure.ts';
import { differs, told } from '../finding.ts';
import type { ReadingRows } from '../reading-row.ts';
import type { Specimen } from '../records.ts';
import { REFUSAL_RULE } from '../refusal.ts';

/** Returns the first run of 3 to 40 letters in a text. */
export function wordIn(text: string): string | undefined {
  return /[A-Za-z]{3,40}/.exec(text)?.[0];
}

/** Returns the word in full-width letters, which NFKC makes plain and NFC does not. */
function fullWidth(word: string): string {
  return word.replace(/[A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
}

/** Returns the record's disclosures, each with the facts that the rules read. */
export function disclosuresOf({ facts }: Specimen): readonly DetectedDisclosure[] {
  return facts?.disclosures ?? [];
}

function firstWord(specimen: Specimen): string | undefined {
  return disclosuresOf(specimen)
    .map(({ text }) => wordIn(text))
    .find((word) => word !== undefined);
}

const isPlain = (specimen: Specimen): boolean =>
  disclosuresOf(specimen).every(({ text }) => text.normalize('NFKC') === text.normalize('NFC'));

function isChecked({ checkboxDetected, checkboxAffirmed }: DetectedDisclosure): boolean {
  return checkboxDetected && checkboxAffirmed === true;
}

/** Returns whether every checkbox is checked and at least one disclosure lacks `consentMechanism`. */
function isOldAndChecked(specimen: Specimen): boolean {
  const disclosures = disclosuresOf(specimen);
  const isGiven = (each: DetectedDisclosure): boolean =>
    isChecked(each) && [undefined, 'checkbox'].includes(each.consentMechanism);
  return (
    disclosures.length > 0 &&
    disclosures.every(isGiven) &&
    disclosures.some(({ consentMechanism }) => consentMechanism === undefined)
  );
}

const NO_DETAILS = 'DISCLOSURE_DETAILS_UNAVAILABLE';

/** Readings measured from the list of unmet rules. */
export const textReadings: ReadingRows<'unicodeForm' | 'missingMechanism' | 'detailsUnavailable'> =
  {
    unicodeForm: {
      tier: 2,
      asks: 'A refused receive that requires a word of the disclosure, in plain and in full-width letters.',
      reads: 'The full-width word is listed as not found: NFC. It is not listed: NFKC.',
      needs: 'a record whose disclosure has a word of three letters, and a token for it',
      cannotTell: 'without such a record',
      requests: 3,
      async measure(run) {
        const fits = (each: Specimen): boolean => firstWord(each) !== undefined && isPlain(each);
        const specimen = await run.records.pick('record whose disclosure has a word', fits);
        const word = firstWord(specimen) ?? '';
        const requiredText = [
          { ruleId: 'calibrate.plain', anyOf: [word] },
          { ruleId: 'calibrate.wide', anyOf: [fullWidth(word)] },
        ];
        const failures = await run.failures(specimen, { disclosure: { requiredText } });
        if (failures.has('calibrate.plain')) return differs('a word of the text is not found');
        return told(failures.has('calibrate.wide') ? 'NFC' : 'NFKC');
      },
    },
    missingMechanism: {
      tier: 2,
      asks: 'A refused receive that requires consent to every disclosure, for a record with an old derivation whose checkboxes are checked.',
      reads:
        'The rule is not listed: booleans. Listed as DISCLOSURE_DETAILS_UNAVAILABLE: unavailable.',
      needs:
        'a record without consentMechanism whose checkboxes are all checked, and a token for it',
      cannotTell: 'without such a record; only old derivations lack that member',
      requests: 3,
      async measure(run) {
        const what = 'record without consentMechanism whose boxes are all checked';
        const specimen = await run.records.pick(what, isOldAndChecked);
        const disclosure = { requireEveryDisclosureConsented: true };
        const failures = await run.failures(specimen, { disclosure });
        const code = failures.get('disclosure.requireEveryDisclosureConsented');
        if (code === undefined) return told('booleans');
        return code === NO_DETAILS
          ? told('unavailable')
          : differs('the rule failed with another code');
      },
    },
    detailsUnavailable: {
      tier: 2,
      asks: 'A refused receive with three rules of `disclosure`, for a record without consent facts.',
      reads: 'All three are DISCLOSURE_DETAILS_UNAVAILABLE: perRule. Only the first: once.',
      needs: 'a record on which no submission was detected, and a token for it',
      cannotTell: 'without such a record',
      requests: 3,
      async measure(run) {
        const what = 'record without consent facts';
        const lacksFacts = ({ members }: Specimen): boolean =>
          members['detectedDisclosureDetails'] === undefined;
        const specimen = await run.records.pick(what, lacksFacts);
        const disclosure = { requirePresent: true, requireCheckboxPresent: true };
        const failures = await run.failures(specimen, { disclosure });
        const rules = [
          'disclosure.requirePresent',
          'disclosure.requireCheckboxPresent',
          REFUSAL_RULE,
        ];
        const listed = rules.map((rule) => failures.get(rule) === NO_DETAILS);
        if (listed.every(Boolean)) return told('perRule');
        const isFirstAlone = failures.size === 1 && listed[0] === true;
        return isFirstAlone ? told('once') : differs(`${failures.size} rules are listed`);
      },
    },
  };
