import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { announce, announcement } from './ground/announce.ts';
import { place } from './ground/router.ts';
import { offer, undo } from './ground/undo.ts';

/** Long enough to read two sentences and reach for Undo. What was done can be undone later too. */
const SHOWN_MS = 10_000;

function UndoButton() {
  const { value } = offer;
  if (value === null) return null;
  return (
    <button
      type="button"
      class="undo"
      onClick={({ detail }) => {
        // The second click of a double click was not meant for the question.
        if (detail < 2) void undo(value.undoId, value.since !== undefined);
      }}
    >
      {value.since === undefined ? 'Undo' : 'Undo all of it'}
    </button>
  );
}

/**
 * What was done last, with a button to undo it if it can be undone, in a line of its own below
 * everything else. It goes away by itself, unless something failed or is asked, or someone points at
 * it or has the focus there; with a change of the view; and when it is closed.
 */
export function StatusLine() {
  const said = announcement.value;
  const [isHeld, setHeld] = useState(false);
  const { value } = offer;
  const isOffered = value !== null && value.said === said.text && said.text !== '';
  const { view, id } = place.value;
  useEffect(() => {
    if (!isOffered) announce('');
  }, [view, id]);
  // At once: a pointer that came in the last moment is in time.
  useLayoutEffect(() => {
    if (said.text === '' || said.isKept || isHeld) return undefined;
    const timer = setTimeout(() => announce(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said, isHeld]);
  return (
    <footer
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <p role="status" aria-live="polite">
        {said.text}
      </p>
      {isOffered && <UndoButton />}
      {said.text !== '' && (
        <button type="button" onClick={() => announce('')}>
          Close<span class="unseen"> this message</span>
        </button>
      )}
    </footer>
  );
}
