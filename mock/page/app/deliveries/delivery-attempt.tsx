import { formatInstant } from '../ground/format.ts';
import type { AttemptDetail } from '../ground/rows.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { curlOf } from '../parts/curl-of.ts';
import { Instant } from '../parts/instant.tsx';
import { SectionText } from '../parts/section-text.tsx';
import { WireText } from '../parts/wire-text.tsx';

type Sent = NonNullable<AttemptDetail['sent']>;
type Answer = NonNullable<AttemptDetail['answer']>;

const headerLines = (headers: Sent['headers']): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** A sent message with its URL, headers and body. */
export function SentText({ sent }: { sent: Sent }) {
  const head = `POST ${sent.url}\n${headerLines(sent.headers)}`;
  return (
    <>
      <p class="buttons">
        <CopyButton text={curlOf({ method: 'POST', ...sent })} what="the curl command">
          Copy as curl
        </CopyButton>
        <CopyButton text={sent.body} what="the body">
          Copy body
        </CopyButton>
      </p>
      <WireText label="Sent" text={head} />
      <WireText label="Body, formatted" text={sent.body} />
    </>
  );
}

/** The start of a receiver's response. */
export function AnswerText({ answer }: { answer: Answer | null }) {
  if (answer === null) return null;
  const { contentType, text, isCut } = answer;
  const kind = contentType ?? 'no content type';
  return <WireText label={`Response, ${kind}${isCut ? ' (first 2 KB)' : ''}`} text={text} />;
}

/** One attempt of a delivery: what was sent, what came back, and what followed. */
export function DeliveryAttempt(props: { attempt: AttemptDetail; index: number; isOpen: boolean }) {
  const { attempt, index, isOpen } = props;
  const { at, status, error, sent, answer, why, nextAttemptAt } = attempt;
  return (
    <details class="attempt" open={isOpen}>
      <summary>
        Attempt {index + 1}, {formatInstant(at)}: {status ?? error}
      </summary>
      <dl class="facts">
        <dt>What happened next</dt>
        <dd>
          <SectionText
            text={
              why ?? 'No details are kept for this attempt: it came from a seed, or is too old.'
            }
          />
        </dd>
        {nextAttemptAt !== null && (
          <>
            <dt>Next attempt</dt>
            <dd>
              <Instant at={nextAttemptAt} />
            </dd>
          </>
        )}
      </dl>
      <AnswerText answer={answer} />
      {sent !== null && <SentText sent={sent} />}
    </details>
  );
}
