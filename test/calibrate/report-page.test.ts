import { describe, expect, it } from 'vitest';
import { reportPage } from '../../src/calibrate/page/report-page.ts';
import { READING_NAMES } from '../../src/readings/readings.ts';
import { calibrateWorld } from './support/calibrated.ts';
import { hiddenWorld } from './support/hidden-world.ts';
import { sampleReports } from './support/sample-reports.ts';

const HOSTILE = '<script>alert("x")</script>&\'';
const ESCAPED = '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;';

describe('the page of a report', () => {
  it('has every reading and every statement with its verdict', async () => {
    const { report } = await sampleReports();
    const page = reportPage(report);
    for (const name of READING_NAMES) expect(page).toContain(`<code>${name}</code>`);
    const rows = page.match(/<span class="verdict[^"]*">/g) ?? [];
    expect(rows).toHaveLength(report.readings.length + report.statements.length);
    expect(page).toContain('Returns 400 COLLECT_REQUIRED.');
    expect(page).toContain('response: <code>405');
    expect(page).toContain('0: no receive succeeded');
  });

  it('shows what has changed since an earlier report', async () => {
    const { report, earlier } = await sampleReports();
    const page = reportPage(report, { earlier });
    expect(page).toContain('The service answers differently now.');
    expect(page).toMatch(/reading <bdi>domainNotHeld<.+?<bdi>empty<.+?<bdi>notFound</);
    expect(page).toMatch(/\d+ that only one of the two reports measured or lists/);
    expect(page).not.toContain('reading <bdi>collectFalse<');
    expect(reportPage(report, { earlier: report })).toContain('answers as before.</p>');
    expect(reportPage(report)).not.toContain('id="since"');
  });

  it('needs nothing from anywhere, and runs nothing', async () => {
    const { report, earlier } = await sampleReports();
    const page = reportPage(report, { earlier });
    expect(page).not.toMatch(
      /<script|<link|<img|<iframe|<form|\son\w+=|javascript:|@import|url\(/i,
    );
    expect(page).toContain('default-src &#39;none&#39;');
    expect(page.match(/https?:\/\/[^\s<"']+/g)).toEqual(
      Array.from({ length: 3 }, () => 'https://api.consent-evidence.example'),
    );
  });

  it('escapes whatever a report names', async () => {
    const { report } = await sampleReports();
    const page = reportPage({
      ...report,
      service: HOSTILE,
      package: { name: 'consent-evidence', version: HOSTILE },
      startedAt: HOSTILE,
      finishedAt: HOSTILE,
      readings: [
        { reading: HOSTILE, verdict: 'as documented', value: HOSTILE },
        { reading: '__proto__', verdict: 'differs', saw: HOSTILE },
        { reading: 'collectFalse', verdict: 'as documented', value: 'toString' },
      ],
      statements: [
        {
          section: HOSTILE,
          statement: HOSTILE,
          basis: 'stated',
          verdict: 'not measured',
          why: HOSTILE,
        },
      ],
      signature: { algorithm: 'Ed25519', keyId: HOSTILE, value: '' },
    });
    expect(page).not.toContain('<script');
    expect(page.split(ESCAPED).length - 1).toBeGreaterThanOrEqual(11);
    expect(page).toContain('unknown to this version');
  });

  it('says that something changed', async () => {
    const world = await hiddenWorld({});
    const report = await calibrateWorld(world, { tier: 1, maxWaitMs: 0 });
    expect(reportPage({ ...report, unchanged: false })).toContain('do not rely on this report');
  });
});
