import { signal } from '@preact/signals';
import { announce, announcement } from './announce.ts';
import { callControl } from './call-control.ts';
import { withCost } from './cost-of.ts';
import { formatInstant } from './format.ts';
import { refreshSoon } from './live.ts';
import type { UndoEffect, UndoRow } from './rows.ts';

/** The action that was announced last, if it can be undone, and what else that would undo. */
export const offer = signal<{
  readonly undoId: string;
  /** The announcement that it belongs to. The next announcement ends the offer. */
  readonly said: string;
  /** What was done since, which has to be confirmed before the undo. */
  readonly since?: UndoEffect;
} | null>(null);

const pathOf = (undoId: string): string => `/undo/${encodeURIComponent(undoId)}`;

/** Runs `act` and keeps the state before it. `label` names the action if nothing is announced. */
export async function undoable(label: string, act: () => Promise<void>): Promise<void> {
  const before = announcement.peek();
  // If the state cannot be kept, the action is run all the same.
  const point = await callControl<UndoRow>('POST', '/undo', { label }).catch(() => undefined);
  try {
    await act();
  } finally {
    const said = announcement.peek();
    const body = { label: said === before || said === '' ? label : said.slice(0, 200) };
    const end = async (undoId: string): Promise<void> => {
      const { kept } = await callControl<{ kept: boolean }>('POST', `${pathOf(undoId)}/done`, body);
      if (kept && said === announcement.peek()) offer.value = { undoId, said };
    };
    if (point !== undefined) await end(point.undoId).catch(() => undefined);
  }
}

async function restore(undoId: string, anyway: boolean): Promise<void> {
  const path = `${pathOf(undoId)}/restore`;
  const said = await withCost(async () => {
    const body = { anyway };
    const { undone, now } = await callControl<{ undone: string; now: number }>('POST', path, body);
    return `Undone: ${undone} The clock reads ${formatInstant(now)} UTC.`;
  });
  announce(`${said} Webhooks already sent stay sent.`);
  refreshSoon();
}

/** Undoes an action, or asks first if something was done since. */
export async function undo(undoId: string, anyway = false): Promise<void> {
  try {
    const since = await callControl<UndoEffect>('GET', pathOf(undoId));
    if (!anyway && since.requestsSince + since.changesSince > 0) {
      announce(sinceWords(since));
      offer.value = { undoId, said: announcement.peek(), since };
      return;
    }
    await restore(undoId, anyway);
  } catch (error) {
    announce(`Not undone: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}

/** Returns what was done since, as a sentence. */
function sinceWords({ requestsSince, changesSince }: UndoEffect): string {
  const requests = `${requestsSince} ${requestsSince === 1 ? 'request' : 'requests'}`;
  const changes = `${changesSince} ${changesSince === 1 ? 'change' : 'changes'}`;
  return `This also undoes ${requests} and ${changes} made since then.`;
}

/** Undoes the last action. */
export async function undoLast(): Promise<void> {
  const { acts } = await callControl<{ acts: UndoRow[] }>('GET', '/undo');
  const last = acts.at(-1);
  if (last === undefined) announce('Nothing to undo.');
  else await undo(last.undoId);
}
