import { presets } from 'consent-evidence/mock';

const pageUrl = 'https://quotes.example.com/solar';

const page = (overrides) => presets.checkedBox({ pageUrl, ...overrides });

/**
 * Fills a fake with what the suite needs, and returns it as plain JSON, so that the fake can run in
 * another process. Each case has records of its own.
 */
export function fill(mock) {
  const producer = mock.addOrganization({ name: 'Sunroof Leads' });
  const frugal = mock.addOrganization({ name: 'Frugal Leads', autoCollect: false });
  const buyer = mock.addOrganization({ name: 'Acme Solar' });
  const shared = (overrides) => mock.capture(producer, page({ autoShare: true, ...overrides }));
  const own = (overrides) => mock.capture(frugal, page(overrides)).cdrId;
  const cdrIds = ['ä', 'ö', 'ü', 'ß', '☀'].map(
    (lead) => mock.capture(producer, page({ customMetadata: { lead } })).cdrId,
  );
  return {
    keys: Object.fromEntries(
      Object.entries({ producer, frugal, buyer }).map(([name, organization]) => [
        name,
        mock.env(organization).CONSENT_EVIDENCE_API_KEY,
      ]),
    ),
    cdrIds,
    toCollect: own(),
    toShare: own(),
    toLoseCollect: own(),
    toLoseShare: own(),
    toLoseAtOnce: own(),
    devMode: own({ devMode: true }),
    toReceive: shared(),
    // Not paid for by its sender, whose access would pass on at no charge (spec §4.6 rule 9).
    toLoseReceive: mock.capture(frugal, page({ autoShare: true })),
    pending: shared({ render: { afterReceives: 2 } }),
    unchecked: mock.capture(producer, presets.uncheckedBox({ pageUrl, autoShare: true })),
  };
}

/** Lets the next operation of this kind take effect, and drops its answer. */
export function loseNext(mock, operation) {
  mock.addFault({ operation, phase: 'after', drop: true });
}

/** Returns how often a record was charged for, and how often a share token of it was requested. */
export function bill(mock, cdrId) {
  const asked = mock.requests().filter(({ path }) => path === `/v1/cdrs/${cdrId}/share`);
  return { charges: mock.charges({ cdrId }).length, shares: asked.length };
}
