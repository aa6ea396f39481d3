import { useState } from 'preact/hooks';
import { ActionButton } from './action-button.tsx';

interface ConfirmButtonProps {
  readonly label: string;
  /** What is lost, as a question. */
  readonly question: string;
  /** Performs the action and returns a sentence that says what was done. */
  readonly act: () => Promise<string>;
}

const focus = (button: HTMLButtonElement | null) => button?.focus();

/** A button that asks for confirmation before it acts. */
export function ConfirmButton({ label, question, act }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState<boolean>();
  if (isAsking !== true) {
    return (
      // Once it was asked, it has the focus again.
      <button type="button" ref={isAsking === false ? focus : null} onClick={() => setAsking(true)}>
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
      {/* The harmless button has the focus, so pressing the same key again does nothing. */}
      <button type="button" ref={focus} onClick={() => setAsking(false)}>
        Cancel
      </button>
    </fieldset>
  );
}
