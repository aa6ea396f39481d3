import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from './announce.ts';
import { callService, type ServiceReply } from './call-service.ts';
import { refreshSoon } from './live.ts';

const RETRY_SECONDS = 2;
/** A record that is still pending after this many attempts waits for someone to render it. */
const RETRIES_MAX = 30;

/** One receive: what was asked, what was answered, and the wait for a pending record. */
export interface Receiving {
  readonly organization: string;
  /** As they were typed. They are sent to the service even if they are not valid. */
  readonly criteria: unknown;
  readonly reply: ServiceReply;
  readonly attempts: number;
  /** Seconds until the next attempt. Absent if there is none. */
  readonly retryInSeconds?: number;
}

function wordsOf({ ok, code, data }: ServiceReply): string {
  if (!ok) return code === 'CDR_PENDING' ? 'Not rendered yet; waiting.' : `Refused: ${code}.`;
  return data['alreadyClaimed'] === true ? 'Already received.' : 'Received.';
}

/** Receives a shared record, and retries while it is pending, as `Retry-After` says. */
export function useReceive(token: string) {
  const [state, setState] = useState<Receiving>();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const turn = useRef(0);
  const goesOn = useRef(true);
  const stop = (): void => {
    turn.current += 1;
    clearTimeout(timer.current);
  };
  useEffect(() => stop, [token]);

  const ask = async (organization: string, criteria: unknown, attempts = 1): Promise<void> => {
    stop();
    const own = turn.current;
    if (attempts === 1) goesOn.current = true;
    const body = criteria === undefined ? {} : { acceptance: criteria };
    const path = `/v1/shares/${encodeURIComponent(token)}`;
    const reply = await callService(organization, path, body);
    refreshSoon();
    // Another receive has started meanwhile, or the view was left.
    if (own !== turn.current) return;
    announce(wordsOf(reply));
    const asked = { organization, criteria, reply, attempts };
    if (reply.code !== 'CDR_PENDING' || attempts >= RETRIES_MAX || !goesOn.current) {
      setState(asked);
      return;
    }
    const retryInSeconds = reply.retryAfterSeconds ?? RETRY_SECONDS;
    setState({ ...asked, retryInSeconds });
    timer.current = setTimeout(() => {
      void ask(organization, criteria, attempts + 1).catch(() => setState(asked));
    }, retryInSeconds * 1000);
  };

  /**
   * Stops retrying. The reply to a call under way is still shown, because the record may have been
   * received.
   */
  const giveUp = (): void => {
    goesOn.current = false;
    clearTimeout(timer.current);
    setState((before) => {
      if (before === undefined) return undefined;
      const { retryInSeconds: _, ...rest } = before;
      return rest;
    });
  };
  return { state, ask, giveUp };
}
