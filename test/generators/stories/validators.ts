import { zReceiveTerms as heyApi } from '../generated/hey-api/zod.gen.ts';
import { zReceiveTerms as heyApiLoose } from '../generated/hey-api-loose/zod.gen.ts';
import { receiveTermsSchema as kubb } from '../generated/kubb/index.ts';
import { receiveTermsSchema as kubbLoose } from '../generated/kubb-loose/index.ts';
import { ReceiveShareBody as orvalLoose } from '../generated/orval/loose.ts';
import { ReceiveShareBody as orval } from '../generated/orval/zod.ts';
import { ANY_LEAD, MISSPELT } from './story.ts';

interface Validator {
  safeParse(value: unknown): { readonly success: boolean };
}

const accepts = (validator: Validator, acceptance: object): boolean =>
  validator.safeParse({ acceptance }).success;

const DEEPER = { schemaVersion: 1, disclosure: { requirePresnt: true } };

/** Whether each validator accepts good criteria, and criteria with a misspelt name at each depth. */
export const verdicts = Object.fromEntries(
  Object.entries({ heyApi, heyApiLoose, orval, orvalLoose, kubb, kubbLoose }).map(
    ([name, validator]) => [
      name,
      [ANY_LEAD, MISSPELT, DEEPER].map((criteria) => accepts(validator, criteria)),
    ],
  ),
);
