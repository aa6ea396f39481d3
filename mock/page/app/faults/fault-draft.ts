import type { FaultBody, FaultRow } from '../ground/rows.ts';

/** The kind of failure. */
export type FaultEffect = 'error' | 'drop' | 'delay';

/** The fields that are typed or picked as text. */
export type FaultText = Exclude<keyof FaultBody, 'operation' | 'phase' | 'drop'>;

/** The contents of the fault form. */
export type FaultDraft = Readonly<Record<FaultText, string>> &
  Pick<FaultRow, 'operation' | 'phase'> & {
    readonly effect: FaultEffect;
    readonly isEndless: boolean;
  };

const PLAIN: FaultDraft = {
  operation: '/v1',
  effect: 'error',
  phase: 'before',
  status: '503',
  code: '',
  retryAfterSeconds: '',
  delayMs: '',
  times: '1',
  isEndless: false,
  cdrId: '',
  organization: '',
};

/** Typical faults, by name. The form starts with the first one. */
export const TYPICAL_FAULTS = {
  'Unavailable once': PLAIN,
  'Too many requests, with Retry-After': { ...PLAIN, status: '429', retryAfterSeconds: '2' },
  'The response to a receive is lost': {
    ...PLAIN,
    operation: 'shares.receive',
    effect: 'drop',
    phase: 'after',
    status: '',
  },
  'Slower than the client timeout': { ...PLAIN, effect: 'delay', status: '', delayMs: '60000' },
  'Down until removed': { ...PLAIN, status: '500', isEndless: true },
} as const satisfies Record<string, FaultDraft>;

export const firstFault: FaultDraft = PLAIN;

/** Converts the text of each field to the value that the control API takes. */
const READ: { readonly [Field in FaultText]: (text: string) => FaultBody[Field] } = {
  status: Number,
  code: String,
  retryAfterSeconds: Number,
  delayMs: Number,
  times: Number,
  cdrId: String,
  organization: String,
};

/**
 * Returns what the control API takes, without empty fields. If the effect is not an error, the
 * fields of an error are left out too.
 */
export function faultOf({ effect, isEndless, operation, phase, ...texts }: FaultDraft): FaultBody {
  const unused: readonly string[] =
    effect === 'error' ? [] : ['status', 'code', 'retryAfterSeconds'];
  const given = (Object.keys(READ) as FaultText[])
    .filter((field) => texts[field] !== '' && !unused.includes(field))
    .map((field) => [field, READ[field](texts[field])]);
  const told = Object.fromEntries(given) as Partial<FaultBody>;
  return {
    operation,
    phase,
    ...told,
    ...(effect === 'drop' && { drop: true }),
    ...(isEndless && { times: 'always' }),
  };
}
