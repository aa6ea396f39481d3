import type { FaultRow } from './rows.ts';

/** What goes wrong. */
export type FaultEffect = 'error' | 'drop' | 'delay';

/** What the fields of the fault form hold. */
export interface FaultDraft {
  readonly operation: FaultRow['operation'];
  readonly effect: FaultEffect;
  readonly phase: FaultRow['phase'];
  readonly status: string;
  readonly code: string;
  readonly retryAfterSeconds: string;
  readonly delayMs: string;
  readonly times: string;
  readonly isEndless: boolean;
  readonly cdrId: string;
  readonly organization: string;
}

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

/** What goes wrong often, by name; the first is what the form begins with. */
export const TYPICAL_FAULTS = {
  'Unavailable once': PLAIN,
  'Too many requests, with Retry-After': { ...PLAIN, status: '429', retryAfterSeconds: '2' },
  'The answer to a receive is lost': {
    ...PLAIN,
    operation: 'shares.receive',
    effect: 'drop',
    phase: 'after',
    status: '',
  },
  'Slower than a client waits': { ...PLAIN, effect: 'delay', status: '', delayMs: '60000' },
  'Down until it is removed': { ...PLAIN, status: '500', isEndless: true },
} as const satisfies Record<string, FaultDraft>;

export const firstFault: FaultDraft = PLAIN;

/** What the control API takes; a field that is empty is left out. */
export function faultOf(draft: FaultDraft): Record<string, unknown> {
  const { operation, effect, phase, status, code, retryAfterSeconds, delayMs } = draft;
  const { cdrId, organization } = draft;
  const numbers = {
    ...(effect === 'error' && { status, retryAfterSeconds }),
    delayMs,
    ...(!draft.isEndless && { times: draft.times }),
  };
  return {
    operation,
    phase,
    ...Object.fromEntries(
      Object.entries(numbers)
        .filter(([, text]) => text !== '')
        .map(([name, text]) => [name, Number(text)]),
    ),
    ...(effect === 'error' && code !== '' && { code }),
    ...(cdrId !== '' && { cdrId }),
    ...(organization !== '' && { organization }),
    ...(effect === 'drop' && { drop: true }),
    ...(draft.isEndless && { times: 'always' }),
  };
}
