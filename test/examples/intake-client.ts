import { expect } from 'vitest';
import type { Intake, Lead } from './one-link.ts';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const replyOf = async (response: Response): Promise<Reply> => ({
  status: response.status,
  body: await response.json(),
});

/** Posts a lead to an example's server, as its seller. */
export async function post(url: string, { seller, ...lead }: Lead): Promise<Reply> {
  const body = JSON.stringify(lead);
  return replyOf(await fetch(`${url}/${seller}`, { method: 'POST', body }));
}

/** Asks an example's server for the decision on a lead. */
export async function get(url: string, leadId: string, seller = 'sunroof'): Promise<Reply> {
  return replyOf(await fetch(`${url}/${seller}?id=${encodeURIComponent(leadId)}`));
}

/** Makes an intake behind HTTP: each lead goes to the server that `next` names. */
export function takeInBy(next: () => string): Intake {
  const accepted: Lead[] = [];
  const takeIn = async (lead: Lead): Promise<void> => {
    const { status } = await post(next(), lead);
    expect([201, 202, 400, 409, 422]).toContain(status);
    if (status === 201) accepted.push(lead);
  };
  return { takeIn, accepted };
}
