/** The mistake behind a large event that is refused. */
export const BODY_LIMIT =
  'a parser or a proxy has a limit on the size of bodies: an event can have over a megabyte, so allow 4 MB';

const BEHIND_A_PROXY = 'the proxy finds no receiver behind it';

/** The likely mistakes behind statuses that say nothing about the delivery. */
const MISTAKE_OF_STATUS: Readonly<Record<number, string>> = {
  413: BODY_LIMIT,
  415: 'a parser or a proxy does not take application/json',
  429: 'a rate limit in front of the receiver',
  500: 'onEvent threw; a body parser ran before the handler; or no secret is configured',
  502: BEHIND_A_PROXY,
  503: `the store, the inbox or the secret function failed, or something hangs; or ${BEHIND_A_PROXY}`,
  504: BEHIND_A_PROXY,
};

/** Returns the likely mistake behind the status of a genuine delivery, if the status tells it. */
export function mistakeOfStatus(status: number): string | undefined {
  return MISTAKE_OF_STATUS[status];
}

/** One mistake in a receiver that several probes show. */
interface SingleMistake {
  readonly says: string;
  /** The probes that it breaks. */
  readonly breaks: readonly string[];
  /** The probes that it can break as well. */
  readonly mayBreak?: readonly string[];
}

const MISTAKES: readonly SingleMistake[] = [
  {
    says: 'the signature is not checked at all: anyone can send events',
    breaks: [
      ...['wrong secret', 'tampered byte', 're-serialised body'],
      ...['empty signature', 'wrong last digit', 'wrong first digit'],
    ],
    mayBreak: ['301 s old', 'no signature header', 'no timestamp header', 'no signing headers'],
  },
  {
    says: 'the body is parsed and serialised again before it is verified: use the raw body',
    breaks: ['unusual JSON', 'line break at the end', 'large event', 're-serialised body'],
  },
  {
    says: 'the check is skipped if a header is missing: anyone can send events',
    breaks: ['no signature header', 'no timestamp header', 'no signing headers'],
  },
  {
    says: 'the check is skipped if the signature is missing: anyone can send events',
    breaks: ['no signature header', 'no signing headers'],
  },
  {
    says: 'the check is skipped if the timestamp is missing: anyone can send events',
    breaks: ['no timestamp header', 'no signing headers'],
  },
  {
    says: 'a schema refuses the event: only event, webhookId and cdrId are always there, members can be added, and other types of events can come',
    breaks: ['other members', 'unknown event'],
  },
];

/** Returns the mistake that explains these failed probes, if it is one that several of them show. */
export function singleMistakeOf(failed: readonly string[]): string | undefined {
  const found = MISTAKES.find(
    ({ breaks, mayBreak = [] }) =>
      breaks.every((each) => failed.includes(each)) &&
      failed.every((each) => breaks.includes(each) || mayBreak.includes(each)),
  );
  return found?.says;
}
