import type { RefObject } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { type Choice, useChoices } from './use-choices.ts';

const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Goes anywhere and finds anything by typing. It is on the page before it is needed, so its key
 * opens it at once and no letter of a fast typist goes elsewhere.
 */
export function Palette({ dialog }: { dialog: RefObject<HTMLDialogElement> }) {
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const [isAwaited, setAwaited] = useState(false);
  const { commands, found, isSearching } = useChoices(text);
  const choices = [...commands, ...found];
  const id = useId();
  const at = Math.min(place, Math.max(0, choices.length - 1));
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const take = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    dialog.current?.close();
    choice.take();
  };
  const change = (typed: string): void => {
    setText(typed);
    setPlace(0);
    setAwaited(false);
  };
  /**
   * Takes the current choice. Enter during a search means what will be found, not what was found
   * before.
   */
  const choose = (): void => {
    if (isSearching && place === 0 && commands.length === 0) setAwaited(true);
    else take(choices[at]);
  };
  useEffect(() => {
    if (!isAwaited || isSearching) return;
    setAwaited(false);
    take(choices[at]);
  }, [isAwaited, isSearching]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = MOVES[event.key];
    if (move === undefined) return;
    event.preventDefault();
    setPlace((at + move + choices.length) % Math.max(1, choices.length));
  };
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
          onKeyDown={onKeyDown}
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
