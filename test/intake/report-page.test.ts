import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LeadReport, reportPage } from '../../src/intake/index.ts';
import { sampleReport } from './support/sample-report.ts';

const HOSTILE = '<script>alert("x")</script>&\'';
const ESCAPED = '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;';

/** The texts of the cells of each row whose head contains the text. */
function cellsOf(page: string, head: string): string[][] {
  return [...page.matchAll(/<tr>(.*?)<\/tr>/gs)]
    .map(([, row = '']) =>
      [...row.matchAll(/<(?:th|td)[^>]*>(.*?)<\/(?:th|td)>/gs)].map(([, cell = '']) =>
        cell.replaceAll(/<[^>]+>/g, '').trim(),
      ),
    )
    .filter(([first = '']) => first.includes(head));
}

describe('the page of a lead report', () => {
  it('shows every count of the report', async () => {
    const report = await sampleReport('source');
    const page = reportPage(report);
    expect(report.total).toMatchObject({
      ...{ taken: 5, accepted: 2, refused: 1, duplicates: 1, held: 1, charges: { most: 3 } },
      shadow: { refused: 2 },
    });
    expect(cellsOf(page, 'Leads taken')).toEqual([['Leads taken', '5', '']]);
    expect(cellsOf(page, 'Charges at most')[0]?.[1]).toBe('3');
    expect(cellsOf(page, 'sunroof')).toEqual([['sunroof', '', '1', '1', '0', '0', '0', '1', '1']]);
    expect(cellsOf(page, 'brightside')).toEqual([
      ['brightsideLEAD_PHONE_NOT_MATCHED 1', '', '4', '1', '1', '1', '1', '2', '1'],
    ]);
    expect(cellsOf(page, 'LEAD_PHONE_NOT_MATCHED').at(-1)).toEqual([
      'LEAD_PHONE_NOT_MATCHED',
      '1',
      '',
    ]);
    expect(page).toContain('Of 2 accepted leads, 2 (100.0 %) would have been refused.');
  });

  it.each([
    ['source', 'Source'],
    ['day', 'Day (UTC)'],
    ['code', 'Code'],
  ] as const)('names the groups by %s', async (by, head) => {
    const report = await sampleReport(by);
    const page = reportPage(report);
    expect(page).toContain(`<th scope="col">${head}</th>`);
    expect(report.groups.length).toBeGreaterThan(0);
    for (const { key } of report.groups) expect(cellsOf(page, key).length).toBeGreaterThan(0);
  });

  it('says what was pruned, and whether the period has any of it', async () => {
    const report = await sampleReport('day');
    const at = Date.parse('2026-01-06T00:00:00Z');
    expect(reportPage(report)).not.toContain('pruned');
    const cut = reportPage({ ...report, prunedBefore: at });
    expect(cut).toContain('This report is incomplete.');
    expect(cut).toContain('decided before 2026-01-06 are not counted');
    const later = reportPage({ ...report, from: at, prunedBefore: at });
    expect(later).not.toContain('incomplete');
    expect(later).toContain('This period is later.');
  });

  it('shows hostile names as text, and makes hidden characters visible', async () => {
    const report = await sampleReport('source', [HOSTILE, 'a\u202eb\u200bc']);
    const codes = { ...report.total, refusedBy: { [HOSTILE]: 1 } };
    const page = reportPage({ ...report, total: codes });
    expect(page).not.toContain('<script');
    expect(page.split(ESCAPED)).toHaveLength(3);
    expect(page).toContain('a⟨U+202E⟩b⟨U+200B⟩c');
    expect(page).not.toMatch(/[\u202e\u200b]/);
  });

  it('needs nothing from anywhere, and runs nothing', async () => {
    const page = reportPage(await sampleReport('source'));
    expect(page).not.toMatch(
      /<script|<link|<img|<iframe|<form|\son\w+=|javascript:|@import|url\(|https?:/i,
    );
    expect(page).toContain('default-src &#39;none&#39;');
  });

  it('draws bars in proportion to the counts, never wider than the longest', () => {
    const count = fc.nat({ max: 1_000_000 });
    const counts = fc.record({ accepted: count, refused: count, duplicates: count, held: count });
    fc.assert(
      fc.property(fc.array(counts, { maxLength: 5 }), (list) => {
        const groups = list.map((each, at) => {
          const taken = each.accepted + each.refused + each.duplicates + each.held;
          return { key: `s${at}`, ...each, taken, refusedBy: {}, settled: 0, charges: { most: 0 } };
        });
        const none = { taken: 0, accepted: 0, refused: 0, duplicates: 0, held: 0 };
        const total = { ...none, refusedBy: {}, settled: 0, charges: { most: 0 } };
        const page = reportPage({ from: 0, to: 1, by: 'source', total, groups } as LeadReport);
        const bars = [...page.matchAll(/<svg.*?<\/svg>/gs)].slice(1);
        const most = Math.max(1, ...groups.map(({ taken }) => taken));
        expect(bars).toHaveLength(groups.length);
        for (const [at, [svg]] of bars.entries()) {
          const widths = [...svg.matchAll(/width="([\d.e+-]+)"/g)].map(([, each]) => Number(each));
          const sum = widths.reduce((a, b) => a + b, 0);
          expect(sum).toBeCloseTo((100 * (groups[at]?.taken ?? 0)) / most, 6);
        }
      }),
    );
  });

  it('refuses what is no report', () => {
    for (const value of [undefined, null, {}, [], 'x', { total: {}, groups: {} }]) {
      expect(() => reportPage(value as unknown as LeadReport)).toThrow(
        'report: expected a report of `intake.report`',
      );
    }
  });
});
