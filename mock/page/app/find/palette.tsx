import type { RefObject } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { usePalette } from './use-palette.ts';

/**
 * Goes anywhere and finds anything by typing. It is on the page before it is needed, so its key
 * opens it at once and no letter of a fast typist goes elsewhere.
 */
export function Palette({ dialog }: { dialog: RefObject<HTMLDialogElement> }) {
  const { text, change, choices, at, isSearching, take, choose, move } = usePalette(() =>
    dialog.current?.close(),
  );
  const id = useId();
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <dialog ref={dialog} class="palette" aria-label="Command palette" onClose={() => change('')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          choose();
        }}
      >
        <input
          role="combobox"
          aria-label="Command palette"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={choices.length > 0 ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          placeholder="Go to a view, or search for anything"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onKeyDown={move}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      </form>
      <ul id={id} role="listbox" aria-label="Options">
        {choices.map((choice, index) => (
          <li
            key={choice.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => take(choice)}
          >
            <span class="address">{choice.text}</span> <small class="quiet">{choice.hint}</small>
          </li>
        ))}
      </ul>
      {choices.length === 0 && <p class="quiet">{isSearching ? 'Searching…' : 'No matches.'}</p>}
    </dialog>
  );
}
