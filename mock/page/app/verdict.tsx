import { explainFailures } from '../../../src/acceptance/explain.ts';
import type { AcceptanceCriteria } from '../../../src/contract/acceptance.ts';
import type { AcceptanceFailure } from '../../../src/contract/acceptance-failure.ts';
import { Pill, type Tone } from './pill.tsx';
import { rulesOf } from './rules-of.ts';
import { Table } from './table.tsx';

const TONES: Readonly<Record<string, Tone>> = { met: 'good', failed: 'bad', unavailable: 'wait' };

interface VerdictProps {
  readonly criteria: AcceptanceCriteria;
  /** What the service listed: the unmet rules alone (spec §7.1). */
  readonly failures: readonly AcceptanceFailure[];
}

/** Every rule that was asked for, and whether the record met it. */
export function Verdict({ criteria, failures }: VerdictProps) {
  const words = new Map(
    explainFailures([...failures], criteria).map(({ ruleId, words: text }) => [
      ruleId,
      // The rule has a column of its own.
      text.replace(`${ruleId}: `, ''),
    ]),
  );
  const rows = rulesOf(criteria).map(({ ruleId, demand }) => {
    const failure = failures.find((each) => each.ruleId === ruleId);
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
      empty="Nothing was demanded."
      columns={[
        { title: 'Demand', cell: ({ demand }) => demand },
        {
          title: 'Verdict',
          cell: ({ status }) => <Pill tone={TONES[status] ?? 'plain'}>{status}</Pill>,
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
