import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anchorsOf } from '../../scripts/dead-links.ts';
import { JOB_KINDS, LEAD_DECISIONS } from '../../scripts/error-decisions.ts';
import { ACCEPTANCE_FAILURE_STATUS } from '../../src/contract/acceptance-codes.ts';
import { ERROR_STATUS, isKnownErrorCode } from '../../src/contract/error-codes.ts';
import { JOB_CODE_MEANINGS } from '../../src/decision/job-code-meanings.ts';
import { LEAD_CODE_MEANINGS } from '../../src/decision/lead-code-meanings.ts';
import type { CallFacts } from '../../src/errors/consent-evidence-error.ts';
import { KIND_MEANINGS } from '../../src/errors/kind-meanings.ts';
import { REASON_MEANINGS } from '../../src/errors/reason-meanings.ts';
import {
  AbortError,
  ApiError,
  ConnectionError,
  EvidenceUnavailableError,
  explainReceive,
  InvalidInputError,
  PaginationError,
  TimeoutError,
  UnexpectedReplyError,
  WebhookVerificationError,
} from '../../src/index.ts';

/** Base classes, which are never thrown themselves. */
const ABSTRACT = ['ConsentEvidenceError', 'CallError'];

/** Every kind of error that a class in `src` declares. */
const kinds = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => [
    ...readFileSync(`src/${file}`, 'utf8').matchAll(/readonly kind: string = '(\w+)'/g),
  ])
  .map(([, kind = '']) => kind)
  .filter((kind) => !ABSTRACT.includes(kind));

const anchors = anchorsOf('docs/errors.md');
const facts: CallFacts = {
  operation: 'cdrs.get',
  outcome: 'refused',
  attempts: 1,
  elapsedMs: 0,
};
const apiError = (code: string): ApiError =>
  new ApiError({ code, message: '', status: 400, headers: new Headers() }, facts);

const anchorOf = ({ docs }: { docs: string }): string => {
  expect(docs).toMatch(/^errors\/#[\w-]+$/);
  return docs.slice('errors/#'.length);
};

describe('the page of codes', () => {
  it('has an entry for each class of error', () => {
    expect(kinds.length).toBeGreaterThan(11);
    expect(Object.keys(KIND_MEANINGS).toSorted()).toEqual(kinds.toSorted());
    expect(kinds.filter((kind) => !anchors.has(kind.toLowerCase()))).toEqual([]);
  });

  it('has the entry that each reason’s error names', () => {
    const made: Record<keyof typeof REASON_MEANINGS, (reason: never) => { docs: string }> = {
      EvidenceUnavailableError: (reason) => new EvidenceUnavailableError(reason, '', facts),
      PaginationError: (reason) => new PaginationError(reason, '', facts),
      TimeoutError: (limit) => new TimeoutError(limit, '', facts),
      WebhookVerificationError: (reason) => new WebhookVerificationError(reason, ''),
    };
    const found = Object.entries(made).flatMap(([kind, make]) =>
      Object.keys(REASON_MEANINGS[kind as keyof typeof made]).map((reason) =>
        anchorOf(make(reason as never)),
      ),
    );
    expect(found.filter((anchor) => !anchors.has(anchor))).toEqual([]);
    expect(new Set(found).size).toBe(found.length);
  });

  it('has an entry for each code that can be met', () => {
    const report = readFileSync('docs/api-report/index.md', 'utf8');
    const [, decided = ''] = /^type ReceiveCode = (.*);$/m.exec(report) ?? [];
    const sources = [
      'src/contract/error-codes.ts',
      'src/contract/acceptance-codes.ts',
      'src/acceptance/warning.ts',
      'src/decision/job-outcome.ts',
      'src/intake/ask.ts',
      'src/intake/before-asking.ts',
      'src/intake/decision-of.ts',
      'src/intake/settle.ts',
      'src/intake/settled-entry.ts',
      'src/intake/verdict.ts',
    ].map((file) => readFileSync(file, 'utf8'));
    const codes = [decided, ...sources].flatMap((text) => [
      ...text.matchAll(/(?<=^ {2}| ')[A-Z]+_[A-Z_]+(?=[:'])|(?<=')[A-Z]{5,}(?=')/gm),
    ]);
    const names = codes.map(([code]) => code).filter((code) => code !== 'UNKNOWN');
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((code) => !anchors.has(code.toLowerCase()))).toEqual([]);
  });
});

describe('an entry of the page', () => {
  const entries = new Map(
    readFileSync('docs/errors.md', 'utf8')
      .split('\n### ')
      .map((text) => [/^`(.*)`\n/.exec(text)?.[1] ?? '', text]),
  );

  it.each([...Object.keys(ERROR_STATUS), ...Object.keys(ACCEPTANCE_FAILURE_STATUS)])(
    '%s has a cause, what the caller gets, what to do, who pays, and the JSON',
    (code) => {
      const entry = entries.get(code) ?? '';
      expect(entry).toMatch(
        /^\S+\n\n\S.* \*\*Next:\*\* .+\n\n\*\*You get:\*\* .+\n\n\*\*Who pays:\*\* No one/,
      );
      const [, json = ''] = /```json\n([\s\S]+?)\n```/.exec(entry) ?? [];
      const sample = JSON.parse(json) as { code?: string; error?: { code: string } };
      expect(sample.error?.code ?? sample.code).toBe(code);
    },
  );

  it('says of each code of a lead or a job, and of each class, who pays', () => {
    expect(Object.keys(LEAD_DECISIONS)).toEqual(Object.keys(LEAD_CODE_MEANINGS));
    expect(Object.keys(JOB_KINDS)).toEqual(Object.keys(JOB_CODE_MEANINGS));
    const all = { ...LEAD_CODE_MEANINGS, ...JOB_CODE_MEANINGS, ...KIND_MEANINGS };
    expect(Object.entries(all).filter(([, { pays }]) => pays === undefined)).toEqual([]);
  });

  it('has the decision that explainReceive makes', () => {
    const call: CallFacts = { ...facts, outcome: 'unknown' };
    const wrong = (path: string, code?: 'FOREIGN_ORIGIN') =>
      new InvalidInputError([{ path, message: '', ...(code && { code }) }]);
    const made = [
      wrong('tokenOrShareUrl'),
      wrong('tokenOrShareUrl', 'FOREIGN_ORIGIN'),
      wrong('leadMatch.phone'),
      wrong('record'),
      new ConnectionError('', call),
      new TimeoutError('timeoutMs', '', call),
      new AbortError('', call),
      new UnexpectedReplyError('', { status: 502, bodyText: '', headers: new Headers() }, call),
      new Error('of another kind'),
    ].map((error) => explainReceive(error));
    expect(new Set(made.map(({ code }) => code)).size).toBe(made.length);
    for (const { code, decision } of made) {
      expect(LEAD_DECISIONS[code], code).toBe(decision);
    }
  });
});

describe('error.docs', () => {
  it('is the entry of a code, and of the class for a code from a newer service', () => {
    expect(apiError('CDR_ACCEPTANCE_FAILED').docs).toBe('errors/#cdr_acceptance_failed');
    expect(isKnownErrorCode('BRAND_NEW')).toBe(false);
    expect(anchors.has(anchorOf(apiError('BRAND_NEW')))).toBe(true);
  });

  it('is the class’s on a subclass of the user’s own, and is not in the message', () => {
    class Mine extends InvalidInputError {}
    expect(new Mine([]).docs).toBe('errors/#invalidinputerror');
    expect(apiError('GONE').message).not.toContain('errors/');
  });
});
