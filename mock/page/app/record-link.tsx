import { linkTo } from './router.ts';

/** A record by its identifier. */
export function RecordLink({ cdrId }: { cdrId: string }) {
  return (
    <a class="code" href={linkTo('records', cdrId)}>
      {cdrId}
    </a>
  );
}
