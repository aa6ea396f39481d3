import { Identifier } from './identifier.tsx';

/** A record by its identifier. */
export function RecordLink({ cdrId }: { cdrId: string }) {
  return <Identifier kind="record" id={cdrId} />;
}
