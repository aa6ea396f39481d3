import type { DisclosureRow, RecordDetail } from '../ground/rows.ts';
import { Pill } from '../parts/pill.tsx';
import { Table } from '../parts/table.tsx';
import { textOf } from '../parts/text-of.ts';

function Mechanism({ consentMechanism }: DisclosureRow) {
  if (consentMechanism === undefined) return <Pill tone="plain">not derived</Pill>;
  const tone = consentMechanism === 'none_detected' ? 'bad' : 'good';
  return <Pill tone={tone}>{consentMechanism}</Pill>;
}

function boxOf({ checkboxDetected, checkboxAffirmed }: DisclosureRow): string {
  if (!checkboxDetected) return 'none readable';
  return checkboxAffirmed === true ? 'checked' : 'unchecked';
}

function Derived({ facts }: { facts: NonNullable<RecordDetail['consentFacts']> }) {
  const { disclosures, submitNodeId, deriverVersion } = facts;
  return (
    <>
      <p>
        Submitted by <code>{textOf(submitNodeId)}</code>, derived by deriver{' '}
        {textOf(deriverVersion)}.
      </p>
      <Table
        caption="Disclosures as derived from the page"
        rows={disclosures}
        keyOf={({ key }) => key}
        empty="No disclosure was found on the page."
        columns={[
          { title: 'Key', cell: ({ key }) => <code>{key}</code> },
          { title: 'Consent', cell: (row) => <Mechanism {...row} /> },
          { title: 'Checkbox', cell: boxOf },
          { title: 'Text', cell: ({ text }) => <span class="prose">{text}</span> },
        ]}
      />
    </>
  );
}

/** What the service derived from the page, and what the page declared (spec §2.3). */
export function ConsentFacts({ consentFacts, declaredDisclosures }: RecordDetail) {
  return (
    <section>
      <h2>Consent</h2>
      {consentFacts === null ? (
        <p>No submission was detected, so there are no consent facts: the weakest evidence.</p>
      ) : (
        <Derived facts={consentFacts} />
      )}
      {declaredDisclosures.length > 0 && (
        <Table
          caption="Disclosures as the page declared them"
          rows={declaredDisclosures}
          keyOf={({ key }) => key}
          empty=""
          columns={[
            { title: 'Key', cell: ({ key }) => <code>{key}</code> },
            { title: 'Agreed', cell: ({ agreed }) => (agreed ? 'yes' : 'no') },
            { title: 'Language', cell: ({ language }) => <span class="prose">{language}</span> },
          ]}
        />
      )}
    </section>
  );
}
