import type * as Sdk from '../../src/index.ts';
import { interleave } from '../harness/interleave.ts';
import type { Measure, Run } from '../harness/measure.ts';
import { load } from '../harness/peers.ts';
import type { Suite } from '../harness/suite.ts';

const DISCLOSURES = 50;
const NOW = 1_795_262_400_000;

const WORDS =
  'by pressing this button i agree that acme solar and its partners may call and text me at the ' +
  'number above also with an automatic dialling system about offers my consent is no condition';

/** Makes a text of `chars` characters that does not repeat itself, from a fixed seed. */
function language(chars: number, seed: number): string {
  const words = WORDS.split(' ');
  let state = seed;
  let text = '';
  while (text.length < chars) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += `${words[state % words.length]} `;
  }
  return text.slice(0, chars);
}

function disclosuresOf(chars: number): { key: string; text: string }[] {
  return Array.from({ length: DISCLOSURES }, (_, index) => ({
    key: `d${index}`,
    text: language(chars, index + 1),
  }));
}

function normalise(texts: readonly { readonly text: string }[]): string[] {
  return texts.map(({ text }) => text.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase());
}

/** Makes forty rules that no disclosure satisfies, so that each has to search the whole text. */
function criteriaOf(): Sdk.AcceptanceCriteria {
  const rules = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ruleId: `${prefix}-${index}`,
      anyOf: [`${language(60, 1000 + index)} and nobody else ${prefix} ${index}`],
    }));
  return {
    schemaVersion: 1,
    disclosure: { requiredText: rules('required', 20), forbiddenText: rules('forbidden', 20) },
  };
}

async function ours(chars: number): Promise<Run> {
  const { evaluateAcceptance } = await load<typeof Sdk>('consent-evidence');
  const criteria = criteriaOf();
  const disclosures = disclosuresOf(chars).map((each) => ({ ...each, checkboxDetected: false }));
  const record = {
    createdAt: NOW,
    detectedDisclosureDetails: { userSubmitted: true, disclosures },
  };
  return (operations) => {
    for (let index = 0; index < operations; index += 1) {
      const { failures } = evaluateAcceptance(criteria, record, { now: NOW });
      if (failures.length !== 20) throw new Error(`${failures.length} failures`);
    }
  };
}

function onePass(chars: number): Run {
  const disclosures = disclosuresOf(chars);
  return (operations) => {
    for (let index = 0; index < operations; index += 1) {
      if (normalise(disclosures).length !== DISCLOSURES) throw new Error('not normalised');
    }
  };
}

function measureOf(chars: number, operations: number, limit?: number): Measure {
  return {
    title: `50 disclosures of ${chars.toLocaleString('en-US')} characters`,
    base: 'normalising the text',
    ratio: 'time',
    operations,
    rounds: 25,
    limits: { ...(limit !== undefined && { 'consent-evidence': limit }) },
    subjects: {
      'normalising the text': { prepare: () => onePass(chars) },
      'consent-evidence': { prepare: () => ours(chars) },
    },
  };
}

const measures = { half: measureOf(2500, 20), full: measureOf(5000, 10, 3) };

export const suite: Suite = {
  title: 'Forty text rules over fifty disclosures',
  about:
    'Twenty required and twenty forbidden phrases, none of which is found. The base line is one ' +
    'pass of normalising all of the text; a ratio that stays at half of the text means linear time.',
  measures,
  run: async (plan) => [
    ...(await interleave(import.meta.url, 'half', measures.half, plan)),
    ...(await interleave(import.meta.url, 'full', measures.full, plan)),
  ],
};
