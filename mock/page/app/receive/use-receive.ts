import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../ground/announce.ts';
import { callService, type ServiceReply } from '../ground/call-service.ts';
import { refreshSoon } from '../ground/live.ts';
import { messageOf } from '../ground/message-of.ts';

const RETRY_SECONDS = 2;
/** A record that is still pending after this many attempts waits for someone to render it. */
const RETRIES_MAX = 30;

interface Asked {
  readonly organization: string;
  /** As they were typed. They are sent to the service even if they are not valid. */
  readonly criteria: unknown;
  readonly attempts: number;
}

/** One receive: what was asked, what was answered, and the wait for a pending record. */
export interface Receiving extends Asked {
  readonly reply: ServiceReply;
  /** Seconds until the next attempt. Absent if there is none. */
  readonly retryInSeconds?: number;
  /** Why the last attempt has no reply. The record may have been received all the same. */
  readonly failure?: string;
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
  const isStopped = useRef(false);
  const stop = (): void => {
    turn.current += 1;
    clearTimeout(timer.current);
  };
  useEffect(() => stop, [token]);

  /** Makes an attempt of the receive `own`, and plans the next one. Returns what came, in words. */
  const attempt = async (own: number, asked: Asked): Promise<string> => {
    const { organization, criteria, attempts } = asked;
    const body = criteria === undefined ? {} : { acceptance: criteria };
    const path = `/v1/shares/${encodeURIComponent(token)}`;
    const reply = await callService(organization, path, body);
    refreshSoon();
    // Another receive has started meanwhile, or the view was left.
    if (own !== turn.current) return '';
    const seconds = reply.retryAfterSeconds ?? RETRY_SECONDS;
    const goesOn = reply.code === 'CDR_PENDING' && attempts < RETRIES_MAX && !isStopped.current;
    setState({ ...asked, reply, ...(goesOn && { retryInSeconds: seconds }) });
    if (goesOn)
      timer.current = setTimeout(() => void retry(own, { ...asked, reply }), seconds * 1000);
    return wordsOf(reply);
  };
  const retry = async (own: number, before: Receiving): Promise<void> => {
    const asked = { ...before, attempts: before.attempts + 1 };
    try {
      const said = await attempt(own, asked);
      if (said !== '') announce(said);
    } catch (error) {
      const failure = messageOf(error);
      if (own === turn.current) setState({ ...asked, failure });
    }
  };

  /** Receives, and returns what came back first, in words. */
  const ask = (organization: string, criteria: unknown): Promise<string> => {
    stop();
    isStopped.current = false;
    setState(undefined);
    return attempt(turn.current, { organization, criteria, attempts: 1 });
  };

  /**
   * Stops retrying. The reply to a call under way is still shown, because the record may have been
   * received.
   */
  const giveUp = (): void => {
    isStopped.current = true;
    clearTimeout(timer.current);
    setState((before) => {
      if (before === undefined) return undefined;
      const { retryInSeconds: _, ...rest } = before;
      return rest;
    });
  };
  return { state, ask, giveUp };
}
