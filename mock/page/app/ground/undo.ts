import { signal } from '@preact/signals';
import { announce, announcement } from './announce.ts';
import { callControl } from './call-control.ts';
import { withCharges } from './cost-of.ts';
import { formatInstant } from './format.ts';
import { refreshSoon } from './live.ts';
import { messageOf } from './message-of.ts';
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

/** The first sentence of what was said names the action; the others say what it cost. */
const nameOfAct = (said: string): string => (said.split(/\.(?: |$)/, 1)[0] ?? '').slice(0, 200);

/** The end of the last action, which is reported after the page has shown what the action did. */
let reported: Promise<void> = Promise.resolve();

/**
 * Runs `act`, announces the sentence that it returns, and keeps the state before it. `label` names
 * the action if it fails, or the sentence is empty. Settles with `act`, so that a button can be
 * pressed again as soon as it says what it did.
 */
export async function undoable(label: string, act: () => Promise<string>): Promise<void> {
  await reported;
  // If the state cannot be kept, the action is run all the same.
  const point = await callControl<UndoRow>('POST', '/undo', { label }).catch(() => undefined);
  let said = '';
  try {
    said = await act();
    if (said !== '') announce(said);
  } finally {
    const body = { label: nameOfAct(said) || label };
    const end = async (undoId: string): Promise<void> => {
      const { kept } = await callControl<{ kept: boolean }>('POST', `${pathOf(undoId)}/done`, body);
      if (kept && said === announcement.peek().text) offer.value = { undoId, said };
    };
    if (point !== undefined) reported = end(point.undoId).catch(() => undefined);
  }
}

/** @param total how many things the action changed, beside the clock. */
async function restore(undoId: string, anyway: boolean, total: number): Promise<void> {
  const path = `${pathOf(undoId)}/restore`;
  const said = await withCharges(async () => {
    const body = { anyway };
    const { undone, now } = await callControl<{ undone: string; now: number }>('POST', path, body);
    const what = total === 0 ? 'the clock change' : `“${undone}”`;
    return `Undid ${what}. It is ${formatInstant(now)} UTC again.`;
  });
  announce(`${said} Webhooks already sent stay sent.`);
  refreshSoon();
}

async function undoOrAsk(undoId: string, anyway: boolean): Promise<void> {
  const since = await callControl<UndoEffect>('GET', pathOf(undoId));
  if (anyway || since.requestsSince + since.changesSince === 0) {
    await restore(undoId, anyway, since.total);
    return;
  }
  const said = sinceWords(since);
  announce(said, true);
  offer.value = { undoId, said, since };
}

let isUndoing = false;

/** Runs one at a time: the second click of a double click has nothing left to undo. */
async function undoing(act: () => Promise<void>): Promise<void> {
  if (isUndoing) return;
  isUndoing = true;
  await reported;
  try {
    await act();
  } catch (error) {
    announce(`Not undone: ${messageOf(error)}`, true);
  }
  isUndoing = false;
}

/** Undoes an action, or asks first if something was done since. */
export const undo = (undoId: string, anyway = false): Promise<void> =>
  undoing(() => undoOrAsk(undoId, anyway));

/** Undoes the last action. */
export const undoLast = (): Promise<void> =>
  undoing(async () => {
    const { acts } = await callControl<{ acts: UndoRow[] }>('GET', '/undo');
    const last = acts.at(-1);
    if (last === undefined) announce('Nothing to undo.');
    else await undoOrAsk(last.undoId, false);
  });

/** Returns what was done since, as a sentence. */
function sinceWords({ requestsSince, changesSince }: UndoEffect): string {
  const requests = `${requestsSince} ${requestsSince === 1 ? 'request' : 'requests'}`;
  const changes = `${changesSince} ${changesSince === 1 ? 'change' : 'changes'}`;
  return `This also undoes ${requests} and ${changes} made since then.`;
}
