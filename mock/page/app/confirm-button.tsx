import { useState } from 'preact/hooks';
import { ActionButton } from './action-button.tsx';

interface ConfirmButtonProps {
  readonly label: string;
  /** What is lost, as a question. */
  readonly question: string;
  /** Does it, and says what was done. */
  readonly act: () => Promise<string>;
}

const focus = (button: HTMLButtonElement | null) => button?.focus();

/** Asks before it does what cannot be undone. */
export function ConfirmButton({ label, question, act }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) {
    return (
      <button type="button" onClick={() => setAsking(true)}>
        {label}
      </button>
    );
  }
  return (
    <fieldset class="buttons asking">
      <legend>{question}</legend>
      <ActionButton
        act={async () => {
          setAsking(false);
          return act();
        }}
      >
        Yes, {label.toLowerCase()}
      </ActionButton>
      {/* The harmless one has the focus, so that a second press of the same key does nothing. */}
      <button type="button" ref={focus} onClick={() => setAsking(false)}>
        Cancel
      </button>
    </fieldset>
  );
}
