import * as restate from '../../examples/queues/restate.ts';
import { startRestate } from '../engines/restate-server.ts';
import { freePort } from '../webhooks/support/free-port.ts';
import type { Recipe } from './queue-recipe.ts';

/** The workflows that have not ended, each with its attempts that ended and the end of its wait. */
const WAITING = `
  SELECT i.id, i.target_service_key AS "cdrId", i.status,
    (SELECT count(*) FROM sys_journal j
      WHERE j.id = i.id AND j.entry_type = 'Notification: Run') AS ended,
    (SELECT max(entry_json) FROM sys_journal j
      WHERE j.id = i.id AND j.entry_type = 'Command: Sleep') AS wait
  FROM sys_invocation i WHERE i.target_handler_name = 'run' AND i.status <> 'completed'`;

interface WaitingRow {
  readonly id: string;
  readonly cdrId: string;
  readonly status: string;
  readonly ended: number;
  /** The latest one, as Restate writes it. */
  readonly wait?: string;
}

export async function onRestate(): Promise<Recipe[]> {
  const server = await startRestate();
  if (server === undefined) return [];
  const { ingressUrl, adminUrl, identityKey } = server;
  // A workflow stays with the address that it began at.
  const port = await freePort();

  async function rowsOf(query: string): Promise<WaitingRow[]> {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const body = JSON.stringify({ query });
    const answer = await fetch(`${adminUrl}/query`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
    return ((await answer.json()) as { rows: WaitingRow[] }).rows;
  }
  return [
    {
      name: 'Restate',
      isOneInAProcess: true,
      run: (env, hooks) =>
        restate.run(
          {
            ...env,
            RESTATE_INGRESS_URL: ingressUrl,
            RESTATE_ADMIN_URL: adminUrl,
            RESTATE_IDENTITY_KEY: identityKey,
            SERVICE_PORT: String(port),
          },
          hooks,
        ),
      async waiting() {
        const now = Date.now();
        return (await rowsOf(WAITING)).map(({ cdrId, ended, wait = '' }) => {
          const due = /"wake_up_time":(\d+)/.exec(wait)?.[1] ?? now;
          return { cdrId, attempt: ended + 1, dueInMs: Number(due) - now };
        });
      },
      async hurry() {
        for (const { id, cdrId, status, ended } of await rowsOf(WAITING)) {
          if (status === 'paused') {
            await fetch(`${adminUrl}/invocations/${id}/resume`, { method: 'PATCH' });
          } else {
            // One-way: the workflows of earlier tests have no one who answers.
            const url = `${ingressUrl}/evidence/${cdrId}/again/send`;
            const headers = { 'content-type': 'application/json' };
            await fetch(url, { method: 'POST', headers, body: JSON.stringify(ended) });
          }
        }
      },
      end: () => server.stop(),
    },
  ];
}
