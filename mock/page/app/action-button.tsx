import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { announce } from './announce.ts';
import { refreshSoon } from './live.ts';

interface ActionButtonProps {
  /** Does it, and says what was done. */
  readonly act: () => Promise<string>;
  readonly isDisabled?: boolean;
  readonly children: ComponentChildren;
}

/** Does one thing to the world and announces it, or why it could not be done. */
export function ActionButton({ act, isDisabled = false, children }: ActionButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      announce(await act());
    } catch (error) {
      announce(`Not done: ${error instanceof Error ? error.message : 'unknown'}`);
    }
    setBusy(false);
    refreshSoon();
  };
  return (
    <button type="button" disabled={isDisabled} aria-busy={isBusy} onClick={() => void run()}>
      {children}
    </button>
  );
}
