import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { announce } from '../ground/announce.ts';
import { refreshSoon } from '../ground/live.ts';
import { messageOf } from '../ground/message-of.ts';
import { undoable } from '../ground/undo.ts';

interface ActionButtonProps {
  /** Performs the action and returns a sentence that says what was done. */
  readonly act: () => Promise<string>;
  readonly isDisabled?: boolean;
  /** Whether it changes nothing that could be undone, such as copying. */
  readonly isLook?: boolean;
  readonly children: ComponentChildren;
}

/**
 * A button for one action, which can be undone unless `isLook` is set. Announces what was done, or
 * why it failed.
 */
export function ActionButton(props: ActionButtonProps) {
  const { act, isDisabled = false, isLook = false, children } = props;
  const [isBusy, setBusy] = useState(false);
  const run = async (label: string): Promise<void> => {
    if (isBusy || isDisabled) return;
    setBusy(true);
    try {
      if (isLook) announce(await act());
      else await undoable(label, act);
    } catch (error) {
      announce(`Failed: ${messageOf(error)}`, true);
    }
    setBusy(false);
    refreshSoon();
  };
  return (
    <button
      type="button"
      // It keeps the focus, even where its own action disables it.
      aria-disabled={isDisabled}
      aria-busy={isBusy}
      onClick={({ currentTarget }) => void run(currentTarget.textContent)}
    >
      {children}
    </button>
  );
}
