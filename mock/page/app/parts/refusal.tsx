import type { ServiceReply } from '../ground/call-service.ts';
import { linkTo } from '../ground/router.ts';
import type { Issue } from '../ground/rows.ts';

function FieldIssues({ issues }: { issues: readonly Issue[] }) {
  if (issues.length === 0) return null;
  return (
    <ul>
      {issues.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          <code>{path}</code> {message}
        </li>
      ))}
    </ul>
  );
}

/** A refusal by the service, with the fields that it names, if any. */
export function Refusal({ reply }: { reply: ServiceReply }) {
  const { status, code, message, requestId, details, cost } = reply;
  const { issues = [] } = (details ?? {}) as { issues?: readonly Issue[] };
  return (
    <div class="result bad">
      <p>
        <strong>
          {status} {code}
        </strong>
        : {message}. {cost} <a href={linkTo('requests', requestId)}>Why?</a>
      </p>
      <FieldIssues issues={issues} />
    </div>
  );
}
