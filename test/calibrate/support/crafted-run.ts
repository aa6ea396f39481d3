import type { Account, Entry } from '../../../src/calibrate/account.ts';
import { type Answer, answerOf } from '../../../src/calibrate/answer.ts';
import type { Ask } from '../../../src/calibrate/ask.ts';
import type { GivenToken } from '../../../src/calibrate/given-token.ts';
import type { ReceiveState } from '../../../src/calibrate/guard.ts';
import { NotMeasured } from '../../../src/calibrate/not-measured.ts';
import { Observed } from '../../../src/calibrate/observed.ts';
import { Receives } from '../../../src/calibrate/receives.ts';
import { Records } from '../../../src/calibrate/records.ts';
import { Run, type RunParts } from '../../../src/calibrate/run.ts';
import { Tokens } from '../../../src/calibrate/tokens.ts';

export const NOW = Date.UTC(2026, 0, 5, 12);
export const PHRASE = 'abcdefghijklmnopqrstuvwxyzabcdef';

/** A response of the service, written by hand. */
export interface Reply {
  readonly status?: number;
  /** A string is the text itself, anything else is JSON; `undefined`: there is no body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers each request of a run; `nth` counts from 1. An error is thrown to the probe. */
export type Service = (ask: Ask, nth: number) => Reply | Error;

export const failure = (status: number, code: string, details?: unknown): Reply => ({
  status,
  body: { ok: false, error: { code, message: '', requestId: 'req', details } },
});

export const success = (data: object): Reply => ({ body: { ok: true, requestId: 'req', data } });

/** A refusal by criteria that lists these rules with their codes. */
export function refusal(codes: Readonly<Record<string, string>>): Reply {
  const failures = Object.entries(codes).map(([ruleId, code]) => ({
    ...{ ruleId, status: 'failed', code },
  }));
  return failure(422, 'CDR_ACCEPTANCE_FAILED', { outcome: 'rejected', failures });
}

export function answered({ status = 200, body, headers = {} }: Reply): Answer {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  return answerOf({ status, text, bytes: text.length, headers: new Map(Object.entries(headers)) });
}

/** Makes an entry of a list, one minute older for each number. */
export function entryOf(number: number, members: object = {}): Entry {
  const cdrId = `cdr_${number}`;
  const createdAt = NOW - number * 60_000;
  const own = { cdrId, domainId: 'a.example', createdAt, collected: true, ...members };
  const { domainId, collected } = own;
  return { cdrId, domainId, createdAt: own.createdAt, collected, members: own };
}

export const entriesOf = (count: number, members: object = {}): Entry[] =>
  Array.from({ length: count }, (_, index) => entryOf(index + 1, members));

export function accountOf(entries: readonly Entry[], complete = true): Account {
  return { domains: [...new Set(entries.map(({ domainId }) => domainId))], entries, complete };
}

/** Names a request as `sender GET /v1/domains?pageSize=20`. */
export function nameOf({ as, method, path, query = {} }: Ask): string {
  const text = new URLSearchParams(query).toString();
  return `${as} ${method} ${path}${text === '' ? '' : `?${text}`}`;
}

export const isReceive = ({ method, path }: Ask): boolean =>
  method === 'POST' && path.startsWith('/v1/shares/');

/** Answers each receive with `reply`, and leaves the rest to others. */
export const receives =
  (reply: Reply) =>
  (ask: Ask): Reply | undefined =>
    isReceive(ask) ? reply : undefined;

interface Given extends Partial<RunParts> {
  readonly given?: readonly GivenToken[];
  readonly state?: ReceiveState;
}

/** Makes a run whose requests `service` answers. Its records, tokens and receives are the real ones. */
export function craftedRun(service: Service, { given = [], state, ...parts }: Given = {}) {
  const asked: Ask[] = [];
  const ask = async (each: Ask): Promise<Answer> => {
    asked.push(each);
    const reply = service(each, asked.length);
    if (reply instanceof Error) throw reply;
    return answered(reply);
  };
  const time = { now: NOW };
  const clock = {
    now: () => time.now,
    sleep: async (ms: number) => void (time.now += ms),
  };
  const waits: number[] = [];
  const waitUntil = async (at: number): Promise<void> => {
    waits.push(at - time.now);
    time.now = Math.max(at, time.now);
  };
  const known = { tokens: new Set<string>(), shareable: new Set<string>() };
  const { tier = 3, materials = {}, account = accountOf([]) } = parts;
  const preferred = new Set(tier < 3 ? given.map(({ cdrId }) => cdrId) : []);
  const records = new Records(ask, account, clock, preferred);
  const tokens = new Tokens({ ask, clock, tier, given, materials, records, known });
  const receiving = state ?? { isProbed: true, isOver: false };
  const receives = new Receives({ ask, phrase: PHRASE, tokens, records, state: receiving });
  const run = new Run({
    ...{ tier, ask, clock, phrase: PHRASE, account, receiverAccount: accountOf([]), records },
    ...{ tokens, materials, observed: new Observed([]), receives, waitUntil },
    download: () => Promise.reject(new Error('no image')),
    ...parts,
  });
  const names = (): string[] => asked.map(nameOf);
  return { run, asked, names, known, records, tokens, receives, state: receiving, waits, time };
}

/** Returns a finding in words: `as documented`, `differs: …`, `not measured: …`, or the value. */
export async function wordsOf(probe: () => unknown): Promise<string> {
  try {
    const found = (await probe()) as { verdict: string; saw?: string; value?: unknown };
    if (found.verdict === 'differs') return `differs: ${found.saw}`;
    return found.value === undefined ? found.verdict : `is ${String(found.value)}`;
  } catch (error) {
    if (error instanceof NotMeasured) return `not measured: ${error.message}`;
    throw error;
  }
}

/** Returns the statement whose text begins like this. */
export function statementIn<R extends { readonly rule: string }>(
  rows: readonly R[],
  begin: string,
): R {
  const [found, ...others] = rows.filter(({ rule }) => rule.startsWith(begin));
  if (found === undefined || others.length > 0) throw new Error(`not one statement: ${begin}`);
  return found;
}

/** A small service with one domain: reads, shares and refused receives as the specification says. */
export function rightService(
  entries: readonly Entry[],
  { isHeld = () => false }: { readonly isHeld?: (cdrId: string) => boolean } = {},
): (ask: Ask) => Reply {
  return ({ as, method, path }) => {
    const [, , kind = '', id = '', last] = path.split('/');
    const entry = entries.find(({ cdrId }) => cdrId === id);
    if (kind === 'shares') {
      if (id.startsWith('calibrate')) return failure(404, 'NOT_FOUND');
      return as === 'sender'
        ? failure(400, 'INVALID_ARGUMENT')
        : refusal({ 'calibrate.refuse': 'REQUIRED_DISCLOSURE_TEXT_NOT_FOUND' });
    }
    const isOwn = entry !== undefined && (as === 'sender' || isHeld(id));
    if (!isOwn) return failure(404, 'NOT_FOUND');
    if (method === 'POST' && last === 'share') {
      const shareUrl = `https://api.example.com/v1/shares/tok_${id}`;
      return success({ token: `tok_${id}`, shareUrl, expiresAt: NOW + 60_000 });
    }
    return success({ cdr: entry.members });
  };
}
