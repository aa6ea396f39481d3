/** The mistake behind a large event that is refused. */
export const BODY_LIMIT =
  'a parser or a proxy has a limit on the size of bodies: an event can have over a megabyte, so allow 4 MB';

const BEHIND_A_PROXY = 'the proxy finds no receiver behind it';

/** The likely mistakes behind statuses that say nothing about the delivery. */
const MISTAKES: Readonly<Record<number, string>> = {
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
  return MISTAKES[status];
}
