import { useEffect } from 'preact/hooks';
import { announce, announcement } from './ground/announce.ts';
import { place } from './ground/router.ts';
import { offer, undo } from './ground/undo.ts';

/** What was done last, with a button to undo it if it can be undone, until the view changes. */
export function StatusLine() {
  const said = announcement.value;
  const { value } = offer;
  const isOffered = value !== null && value.said === said && said !== '';
  const { view, id } = place.value;
  useEffect(() => {
    if (!isOffered) announce('');
  }, [view, id]);
  return (
    <footer>
      <p role="status" aria-live="polite">
        {said}
      </p>
      {isOffered && (
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
      )}
    </footer>
  );
}
