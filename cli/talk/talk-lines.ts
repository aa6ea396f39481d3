import { styleText } from 'node:util';
import { RESERVED_PREFIX } from '../../mock/ground/urls.ts';
import type { JournaledRequest, StoredDelivery } from '../../mock/world/entities.ts';
import { printable } from '../output/printable.ts';

/** What a part of a line means, for code that colours it. */
export type Tone = 'good' | 'odd' | 'bad' | 'faint';

/** Colours a text, or returns it unchanged. */
export type Paint = (tone: Tone, text: string) => string;

const STYLES = { good: 'green', odd: 'yellow', bad: 'red', faint: 'dim' } as const satisfies Record<
  Tone,
  Parameters<typeof styleText>[0]
>;

/** Uses colours on a terminal, unless `NO_COLOR` or a similar variable forbids them. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return (tone, text) => styleText(STYLES[tone], text, { stream });
}

/** What is needed to print a line. */
export interface Teller {
  readonly paint: Paint;
  /** The fake's own origin, where the inspector is. */
  readonly url: string;
  nameOf(organizationId: string): string;
}

const NAME_MAX_CHARS = 40;

function toneOf(status: number): Tone {
  if (status >= 200 && status < 400 && status !== 202) return 'good';
  return status >= 400 && status < 500 ? 'odd' : status === 202 ? 'odd' : 'bad';
}

function short(name: string): string {
  return name.length > NAME_MAX_CHARS ? `${name.slice(0, NAME_MAX_CHARS - 1)}…` : name;
}

function linkTo({ url, paint }: Teller, view: string): string {
  return paint('faint', `→ ${url}${RESERVED_PREFIX}/#/${view}`);
}

function took(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

function line(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('  ');
}

/** `POST /v1/shares/shr_abcd… 422 CDR_ACCEPTANCE_FAILED  Acme Solar  12 ms  → link`, without a secret. */
export function requestLine(
  request: JournaledRequest,
  elapsedMs: number | undefined,
  teller: Teller,
): string {
  const { method, path, status, code, organizationId, requestId } = request;
  const answer = status === 0 ? 'dropped' : [status, ...(code === null ? [] : [code])].join(' ');
  return line([
    `${printable(method)} ${printable(path)} ${teller.paint(toneOf(status), answer)}`,
    organizationId === null ? undefined : printable(short(teller.nameOf(organizationId))),
    elapsedMs === undefined ? undefined : teller.paint('faint', took(elapsedMs)),
    linkTo(teller, `requests/${requestId}`),
  ]);
}

/** A line for an attempt: `webhook cdr_1 500  Acme Solar  attempt 2, again later  → link`. */
export function attemptLine(delivery: StoredDelivery, teller: Teller): string {
  const { webhookId, cdrId, organizationId, attempts, tries, state } = delivery;
  const { status, error } = attempts.at(-1) ?? {};
  const answer = teller.paint(toneOf(status ?? 0), printable(String(status ?? error ?? 'failed')));
  const ends = { delivered: '', due: ', again later', failed: ', given up' };
  return line([
    `webhook ${printable(cdrId)} ${answer}`,
    printable(short(teller.nameOf(organizationId))),
    teller.paint('faint', `attempt ${tries}${ends[state]}`),
    linkTo(teller, `deliveries/${webhookId}`),
  ]);
}
