import { useEffect, useState } from 'preact/hooks';
import type { AcceptanceCriteria } from '../../../../src/contract/acceptance.ts';
import type { AcceptanceFailure } from '../../../../src/contract/acceptance-failure.ts';
import { rulesOf } from '../criteria/rules-of.ts';
import { callControl } from '../ground/call-control.ts';
import { Pill, type Tone } from '../parts/pill.tsx';
import { Table } from '../parts/table.tsx';

const TONES = new Map(Object.entries<Tone>({ met: 'good', failed: 'bad', unavailable: 'wait' }));

interface VerdictProps {
  readonly criteria: AcceptanceCriteria;
  /** The failures that the service listed: only the unmet rules (spec §7.1). */
  readonly failures: readonly AcceptanceFailure[];
}

/** Returns what the record shows instead, by rule, in the package's words. */
function useWords({ criteria, failures }: VerdictProps): ReadonlyMap<string, string> {
  const [words, setWords] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (failures.length === 0) return undefined;
    let isWanted = true;
    const explain = async (): Promise<void> => {
      const { explanations } = await callControl<{
        explanations: { ruleId: string; words: string }[];
      }>('POST', '/acceptance/explain', { acceptance: criteria, failures });
      if (!isWanted) return;
      // The rule has its own column.
      setWords(
        new Map(
          explanations.map((each) => [each.ruleId, each.words.replace(`${each.ruleId}: `, '')]),
        ),
      );
    };
    void explain().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [criteria, failures]);
  return words;
}

/** Rules that are judged without the consent facts. */
const OTHER_RULE = /^(record|leadMatch)\./;

/**
 * Every rule of the criteria, and whether the record met it. Under the reading `detailsUnavailable:
 * once`, one failure speaks for all rules that could not be judged without consent facts (spec §7.1).
 */
export function Verdict({ criteria, failures }: VerdictProps) {
  const words = useWords({ criteria, failures });
  const forAll = failures.find(({ code }) => code === 'DISCLOSURE_DETAILS_UNAVAILABLE');
  const rows = rulesOf(criteria).map(({ ruleId, demand }) => {
    const own = failures.find((each) => each.ruleId === ruleId);
    const failure = own ?? (OTHER_RULE.test(ruleId) ? undefined : forAll);
    return {
      ruleId,
      demand,
      status: failure?.status ?? 'met',
      code: failure?.code ?? '',
      why: words.get(ruleId) ?? '',
    };
  });
  return (
    <Table
      caption="Rule by rule"
      rows={rows}
      keyOf={({ ruleId }) => ruleId}
      empty="No criteria."
      columns={[
        { title: 'Requirement', cell: ({ demand }) => demand },
        {
          title: 'Verdict',
          cell: ({ status }) => <Pill tone={TONES.get(status) ?? 'plain'}>{status}</Pill>,
        },
        { title: 'What the record shows', cell: ({ why }) => why },
        {
          title: 'Rule and code',
          cell: ({ ruleId, code }) => (
            <>
              <code>{ruleId}</code> {code !== '' && <code>{code}</code>}
            </>
          ),
        },
      ]}
    />
  );
}
