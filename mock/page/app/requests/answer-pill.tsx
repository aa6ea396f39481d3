import type { RequestRow } from '../ground/rows.ts';
import { Pill } from '../parts/pill.tsx';

/** What a request was answered with. */
export function AnswerPill({ status, code }: Pick<RequestRow, 'status' | 'code'>) {
  if (status === 0) return <Pill tone="bad">no response</Pill>;
  const tone = status >= 400 ? 'bad' : status === 202 ? 'wait' : 'good';
  return (
    <Pill tone={tone}>
      {status} {code ?? ''}
    </Pill>
  );
}
