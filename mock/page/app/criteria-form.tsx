import type { AcceptanceCriteria } from '../../../src/contract/acceptance.ts';
import { CheckBox } from './check-box.tsx';
import { DISCLOSURE_CHECKS } from './rules-of.ts';
import { TextField } from './text-field.tsx';

/** What the fields hold. */
export interface CriteriaDraft {
  readonly checks: Readonly<Record<string, boolean>>;
  readonly allowBySubmission: boolean;
  readonly maxAgeHours: string;
  readonly required: string;
  readonly forbidden: string;
  readonly phone: string;
}

export const emptyDraft: CriteriaDraft = {
  checks: {},
  allowBySubmission: false,
  maxAgeHours: '',
  required: '',
  forbidden: '',
  phone: '',
};

const EVERY = 'requireEveryDisclosureConsented';

function disclosureOf({ checks, allowBySubmission, required, forbidden }: CriteriaDraft) {
  const asked = Object.entries(checks).filter(([, isAsked]) => isAsked);
  return {
    ...Object.fromEntries(asked),
    ...(checks[EVERY] === true && allowBySubmission && { allowConsentBySubmission: true }),
    ...(required !== '' && { requiredText: [{ ruleId: 'required-phrase', anyOf: [required] }] }),
    ...(forbidden !== '' && {
      forbiddenText: [{ ruleId: 'forbidden-phrase', anyOf: [forbidden] }],
    }),
  };
}

/** The criteria that the fields make; `undefined` where nothing is demanded. */
export function criteriaOf(draft: CriteriaDraft): AcceptanceCriteria | undefined {
  const { maxAgeHours, phone } = draft;
  const disclosure = disclosureOf(draft);
  const criteria = {
    ...(maxAgeHours !== '' && {
      record: { maxAgeSeconds: Math.round(Number(maxAgeHours) * 3600) },
    }),
    ...(Object.keys(disclosure).length > 0 && { disclosure }),
    ...(phone !== '' && { leadMatch: { phone } }),
  };
  if (Object.keys(criteria).length === 0) return undefined;
  return { schemaVersion: 1, ...criteria } as AcceptanceCriteria;
}

interface CriteriaFormProps {
  readonly draft: CriteriaDraft;
  readonly onChange: (draft: CriteriaDraft) => void;
}

/** The fields of acceptance criteria (spec §2.7), with the object that they make. */
export function CriteriaForm({ draft, onChange }: CriteriaFormProps) {
  const set = (change: Partial<CriteriaDraft>) => onChange({ ...draft, ...change });
  const criteria = criteriaOf(draft);
  return (
    <fieldset>
      <legend>Acceptance criteria</legend>
      <div class="checks">
        {DISCLOSURE_CHECKS.map(([field, label]) => (
          <CheckBox
            key={field}
            label={label}
            checked={draft.checks[field] === true}
            onChange={(checked) => set({ checks: { ...draft.checks, [field]: checked } })}
          />
        ))}
        {draft.checks[EVERY] === true && (
          <CheckBox
            label="… the submit button counts as consent too"
            checked={draft.allowBySubmission}
            onChange={(allowBySubmission) => set({ allowBySubmission })}
          />
        )}
      </div>
      <div class="fields">
        <TextField
          label="At most so many hours old"
          type="number"
          value={draft.maxAgeHours}
          onChange={(maxAgeHours) => set({ maxAgeHours })}
        />
        <TextField
          label="A disclosure must say"
          value={draft.required}
          onChange={(required) => set({ required })}
        />
        <TextField
          label="No disclosure may say"
          value={draft.forbidden}
          onChange={(forbidden) => set({ forbidden })}
        />
        <TextField
          label="The lead's phone number"
          type="tel"
          value={draft.phone}
          onChange={(phone) => set({ phone })}
        />
      </div>
      <details>
        <summary>As JSON</summary>
        <pre>
          {criteria === undefined ? 'none: nothing is judged' : JSON.stringify(criteria, null, 2)}
        </pre>
      </details>
    </fieldset>
  );
}
