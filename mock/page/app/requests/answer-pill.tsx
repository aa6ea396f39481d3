import type { RequestRow } from '../ground/rows.ts';
import { Pill } from '../parts/pill.tsx';

/** A code that does not fit breaks after an underscore. */
function Code({ text }: { text: string }) {
  return (
    <>
      {text.split(/(?<=_)/).map((part) => (
        <>
          {part}
          <wbr />
        </>
      ))}
    </>
  );
}

/** What a request was answered with. */
export function AnswerPill({ status, code }: Pick<RequestRow, 'status' | 'code'>) {
  if (status === 0) return <Pill tone="bad">no response</Pill>;
  const tone = status >= 400 ? 'bad' : status === 202 ? 'wait' : 'good';
  return (
    <Pill tone={tone}>
      {status} <Code text={code ?? ''} />
    </Pill>
  );
}
