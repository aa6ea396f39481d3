import type { ConsentMechanism, DetectedDisclosure } from '../../src/contract/disclosure.ts';
import { DISCLOSURE_TEXT_MAX_CHARS, DISCLOSURES_MAX } from '../../src/contract/limits.ts';
import type { CapturedDisclosure, CaptureInput, CheckboxState } from './capture-input.ts';
import type { ConsentFacts } from './derived-page.ts';
import { collapseWhiteSpace, cutText } from './page-text.ts';
import { boxesOf } from './page-view.ts';

/**
 * The start of a label that reads as a refusal. What follows a bare "no" tells it from "No
 * obligation quote".
 */
const REFUSAL = new RegExp(
  [
    '^(?:no(?:$|[,.!;:]| thanks?\\b| thank you\\b| i\\b)',
    '(?:i )?(?:skip|decline|cancel|reject|refuse|disagree|opt out|unsubscribe)\\b',
    "(?:i )?(?:do not|don't) (?:agree|accept|consent|want|contact|call|share)\\b",
    '(?:not now|not today|maybe later|leave this page)\\b',
    'no (?:gracias|acepto|autorizo|quiero|deseo|estoy)\\b',
    '(?:omitir|saltar|cancelar|rechazar|rechazo|declinar|ahora no|quizas mas tarde|salir))',
  ].join('|'),
);

/**
 * Tells whether a submit control's label reads as a refusal (spec §2.7), such as "No thanks, skip"
 * or "Rechazar". Which words count is not documented: this list is the fake's. It is English and
 * Spanish, matched at the label's start, and ignores case, accents and the kind of apostrophe.
 */
export function readsAsRefusal(label: string): boolean {
  const plain = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019]/g, "'")
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/^[^\p{L}]+/u, '')
    .trim();
  return REFUSAL.test(plain);
}

const SUBMIT_NODE_ID = 'node-submit';
const DERIVER_VERSION = '2';
/** The deriver from before `consentMechanism` existed (spec §2.3). */
const DERIVER_VERSION_BEFORE_MECHANISM = '1';

type CheckboxFacts = Pick<
  DetectedDisclosure,
  'checkboxDetected' | 'checkboxAffirmed' | 'checkboxNodeId'
>;

function checkboxFactsOf(boxes: readonly CheckboxState[], position: number): CheckboxFacts {
  const readable = boxes.filter((state) => state !== 'unreadable');
  return {
    checkboxDetected: readable.length > 0,
    ...(readable.length > 0 && {
      checkboxAffirmed: readable.every((state) => state === 'checked'),
    }),
    ...(boxes.length > 0 && { checkboxNodeId: `node-disclosure-${position}-checkbox-1` }),
  };
}

/**
 * Returns how consent was given. A bound but unreadable checkbox still rules out consent by
 * submission (spec §2.7).
 */
function mechanismOf(boxes: readonly CheckboxState[], buttonCanConsent: boolean): ConsentMechanism {
  if (boxes.some((state) => state !== 'unreadable')) return 'checkbox';
  return boxes.length === 0 && buttonCanConsent ? 'button_submission' : 'none_detected';
}

/** Returns one key for each disclosure: the page's own, or a generated one that no other has. */
function keysOf(disclosures: readonly CapturedDisclosure[]): string[] {
  const taken = new Set(disclosures.map(({ key }) => key));
  return disclosures.map(({ key }, index) => {
    if (key !== undefined) return key;
    let generated = `disclosure-${index + 1}`;
    while (taken.has(generated)) generated += '-generated';
    return generated;
  });
}

/**
 * Derives the consent facts of a page (spec §2.3, §2.7): which of its disclosures were agreed to
 * and how. Returns `undefined` if no submission was detected.
 */
export function consentFactsOf(input: CaptureInput): ConsentFacts | undefined {
  if (input.submit === null) return undefined;
  const buttonCanConsent =
    input.misconfiguredCheckbox !== true && !readsAsRefusal(input.submit?.label ?? '');
  const found = (input.disclosures ?? []).slice(0, DISCLOSURES_MAX);
  const keys = keysOf(found);
  const old = input.derivedBeforeMechanism === true;
  return {
    submitNodeId: input.submit?.nodeId ?? SUBMIT_NODE_ID,
    deriverVersion: old ? DERIVER_VERSION_BEFORE_MECHANISM : DERIVER_VERSION,
    disclosures: found.map((disclosure, index) => {
      const boxes = boxesOf(disclosure);
      return {
        key: keys[index] as string,
        text: cutText(collapseWhiteSpace(disclosure.text), DISCLOSURE_TEXT_MAX_CHARS),
        ...checkboxFactsOf(boxes, index + 1),
        ...(!old && { consentMechanism: mechanismOf(boxes, buttonCanConsent) }),
      };
    }),
  };
}
