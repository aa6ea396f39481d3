import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { announce } from './announce.ts';
import { refreshSoon } from './live.ts';
import { undoable } from './undo.ts';

interface ActionButtonProps {
  /** Does it, and says what was done. */
  readonly act: () => Promise<string>;
  readonly isDisabled?: boolean;
  /** It changes nothing that could be taken back: it copies, say. */
  readonly isLook?: boolean;
  readonly children: ComponentChildren;
}

/** Does one thing to the world, which can be undone, and announces it, or why it could not be done. */
export function ActionButton(props: ActionButtonProps) {
  const { act, isDisabled = false, isLook = false, children } = props;
  const [isBusy, setBusy] = useState(false);
  const run = async (label: string): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      if (isLook) announce(await act());
      else await undoable(label, async () => announce(await act()));
    } catch (error) {
      announce(`Failed: ${error instanceof Error ? error.message : 'unknown'}`);
    }
    setBusy(false);
    refreshSoon();
  };
  return (
    <button
      type="button"
      disabled={isDisabled}
      aria-busy={isBusy}
      onClick={({ currentTarget }) => void run(currentTarget.textContent)}
    >
      {children}
    </button>
  );
}
