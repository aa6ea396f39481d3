import { signal } from '@preact/signals';
import { announce, announcement } from './announce.ts';
import { callControl } from './call-control.ts';
import { withCost } from './cost-of.ts';
import { formatInstant } from './format.ts';
import { refreshSoon } from './live.ts';
import type { UndoEffect, UndoRow } from './rows.ts';

/** The act that was announced last, where it can be taken back, and what that takes along. */
export const offer = signal<{
  readonly undoId: string;
  /** The announcement it belongs to: with another one it is over. */
  readonly said: string;
  /** What came since; asked about before it is taken back. */
  readonly since?: UndoEffect;
} | null>(null);

const pathOf = (undoId: string): string => `/undo/${encodeURIComponent(undoId)}`;

/** Does it with the state before it kept; `label` is what it is called unless it is announced. */
export async function undoable(label: string, act: () => Promise<void>): Promise<void> {
  const before = announcement.peek();
  // Where nothing can be kept, it is done all the same.
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

/** Takes an act back, or asks first where something was done since. */
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

/** What was done since, as a sentence. */
function sinceWords({ requestsSince, changesSince }: UndoEffect): string {
  const requests = `${requestsSince} ${requestsSince === 1 ? 'request' : 'requests'}`;
  const changes = `${changesSince} ${changesSince === 1 ? 'change' : 'changes'}`;
  return `This also undoes ${requests} and ${changes} made since then.`;
}

/** Takes back what was done last. */
export async function undoLast(): Promise<void> {
  const { acts } = await callControl<{ acts: UndoRow[] }>('GET', '/undo');
  const last = acts.at(-1);
  if (last === undefined) announce('Nothing to undo.');
  else await undo(last.undoId);
}
