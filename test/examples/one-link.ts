import type { MockService } from 'consent-evidence/mock';
import { presets } from 'consent-evidence/mock';
import fc from 'fast-check';
import { expect } from 'vitest';

export interface Lead {
  readonly seller: string;
  readonly id: string;
  readonly consentUrl: string;
  readonly phone: string;
}

/** An intake, as in a guide or an example: how a lead gets in, and which leads it has accepted. */
export interface Intake {
  readonly takeIn: (lead: Lead) => Promise<unknown>;
  readonly accepted: readonly Lead[];
}

/** The number on the record, and others. */
const RIGHT = '(212) 555-0147';
const PHONES = [RIGHT, '212 555 0198', '212 555 0199'];

interface Post {
  readonly seller: string;
  readonly id: string;
  readonly phone: string;
  /** How the link is written: the whole URL, its path, or only the token. */
  readonly form: 'url' | 'path' | 'token';
}

const posts = fc.array(
  fc.record({
    seller: fc.constantFrom('sunroof', 'brightpath'),
    id: fc.constantFrom('a', 'b', 'c'),
    phone: fc.constantFrom(...PHONES),
    form: fc.constantFrom('url', 'path', 'token'),
  } as const),
  { minLength: 1, maxLength: 6 },
);

function written(shareUrl: string, form: Post['form']): string {
  const { pathname } = new URL(shareUrl);
  if (form === 'token') return pathname.split('/').at(-1) ?? '';
  return form === 'path' ? pathname : shareUrl;
}

/** Posts leads with one link, and checks that at most one is accepted, and never a stranger's. */
async function play(
  mock: MockService,
  { takeIn, accepted }: Intake,
  sequence: readonly Post[],
  atOnce: boolean,
): Promise<Lead[]> {
  const producer = mock.addOrganization({ name: 'Sunroof Leads', autoCollect: false });
  const page = presets.checkedBox({ autoShare: true });
  const { cdrId, shareUrl } = mock.capture(producer, page);
  await mock.clock.advance(0);
  const before = accepted.length;
  const leads = sequence.map(({ seller, id, phone, form }) => ({
    seller,
    id: `${id}-${cdrId}`,
    phone,
    consentUrl: written(shareUrl, form),
  }));
  if (atOnce) await Promise.all(leads.map((lead) => takeIn(lead)));
  else for (const lead of leads) await takeIn(lead);
  const taken = accepted.slice(before);
  expect(taken.every(({ phone }) => phone === RIGHT)).toBe(true);
  expect(new Set(taken.map(({ seller, id }) => `${seller} ${id}`)).size).toBeLessThanOrEqual(1);
  expect(mock.charges({ cdrId }).length).toBe(taken.length === 0 ? 0 : 1);
  return taken;
}

/** Checks sequences that once let strangers in, and random ones, both in order and all at once. */
export async function expectOneLeadPerLink(
  mock: MockService,
  intake: Intake,
  numRuns = 12,
): Promise<void> {
  const people = (phones: readonly string[], ids = 'abcd', sellers = ['sunroof']): Post[] =>
    phones.map((phone, index) => ({
      seller: sellers[index % sellers.length] ?? '',
      id: ids.charAt(index % ids.length),
      phone,
      form: 'url',
    }));
  const [right, wrong, third] = PHONES as [string, string, string];
  // Wrong number, right number, first number again, third number: each is a different person.
  await play(mock, intake, people([wrong, right, wrong, third], 'abac'), false);
  // The same, if a vendor uses one id for all of them.
  await play(mock, intake, people([wrong, right, wrong, third], 'a'), false);
  // The right person first: accepted, and no one after them.
  expect(await play(mock, intake, people([right, wrong, third]), false)).toHaveLength(1);
  expect(await play(mock, intake, people([right, wrong, third], 'a'), false)).toHaveLength(1);
  // Two sellers sell one lead, and both have given it the same number.
  const sold = people([right, right], 'a', ['sunroof', 'brightpath']);
  expect(await play(mock, intake, sold, false)).toHaveLength(1);
  await fc.assert(
    fc.asyncProperty(posts, fc.boolean(), async (sequence, atOnce) => {
      await play(mock, intake, sequence, atOnce);
    }),
    { numRuns },
  );
}
