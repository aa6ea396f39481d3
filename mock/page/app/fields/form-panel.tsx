import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { refreshSoon } from '../ground/live.ts';
import { messageOf } from '../ground/message-of.ts';
import { undoable } from '../ground/undo.ts';

interface FormPanelProps {
  readonly submitLabel: string;
  /**
   * Performs the form's action and returns a sentence to announce, or an empty text. An error that
   * it throws is shown beside the button.
   */
  readonly onSubmit: () => Promise<string>;
  readonly children: ComponentChildren;
}

/** A form whose action can be undone. If it fails, the reason is shown beside the button. */
export function FormPanel({ submitLabel, onSubmit, children }: FormPanelProps) {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await undoable(submitLabel, onSubmit);
    } catch (reason) {
      setError(messageOf(reason));
    }
    setBusy(false);
    refreshSoon();
  };
  return (
    <form
      class="panel"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
      <p class="buttons">
        <button type="submit" class="primary" aria-busy={isBusy}>
          {submitLabel}
        </button>
      </p>
      {error !== undefined && <p role="alert">{error}</p>}
    </form>
  );
}
