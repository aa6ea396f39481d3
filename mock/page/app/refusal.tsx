import type { ServiceReply } from './call-service.ts';
import { linkTo } from './router.ts';

/** What the service said no with. */
export function Refusal({ reply }: { reply: ServiceReply }) {
  const { status, code, message, requestId } = reply;
  return (
    <p class="result bad">
      <strong>
        {status} {code}
      </strong>
      : {message} <a href={linkTo('requests', requestId)}>Why?</a>
    </p>
  );
}
