import type { RefObject } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { fieldWords, KIND_WORDS } from './found-words.ts';
import { pageOf, shownId } from './identifier.tsx';
import { ACT, LOOK } from './menu.ts';
import { goTo, linkTo } from './router.ts';
import type { FoundRow } from './rows.ts';
import { undoLast } from './undo.ts';
import { useSearch, useSettled } from './use-search.ts';

const FOUND_MAX = 8;
const TYPED_MIN = 2;

interface Choice {
  readonly key: string;
  readonly text: string;
  readonly hint: string;
  readonly take: () => void;
}

const COMMANDS: readonly Choice[] = [
  ...[...LOOK, ...ACT].map(([view, text]) => {
    return { key: view, text, hint: 'Go to', take: () => goTo(linkTo(view)) };
  }),
  { key: 'undo', text: 'Undo the last action', hint: 'Action', take: () => void undoLast() },
];

function choiceOf({ kind, id, about, matched }: FoundRow): Choice {
  const text = `${shownId(kind, id)} · ${about}`;
  const hint = `${KIND_WORDS[kind]}, ${fieldWords(matched.field)}`;
  return { key: `${kind} ${id}`, text, hint, take: () => goTo(pageOf(kind, id)) };
}

function useChoices(text: string): readonly Choice[] {
  const wanted = text.trim().toLowerCase();
  const settled = useSettled(text.trim());
  const { data } = useSearch(settled.length < TYPED_MIN ? undefined : settled, FOUND_MAX);
  const placeIn = (each: Choice) => each.text.toLowerCase().indexOf(wanted);
  const commands = COMMANDS.filter((each) => placeIn(each) >= 0)
    // What begins with it comes first.
    .sort((a, b) => Number(placeIn(a) > 0) - Number(placeIn(b) > 0));
  return [...commands, ...(wanted.length < TYPED_MIN ? [] : (data?.results ?? []).map(choiceOf))];
}

const MOVES: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Goes anywhere and finds anything by typing. It is on the page before it is asked for: the key that opens it opens it
 * at once, so that not one letter of a fast typist goes elsewhere.
 */
export function Palette({ dialog }: { dialog: RefObject<HTMLDialogElement> }) {
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const choices = useChoices(text);
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
  };
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
          take(choices[at]);
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
      {choices.length === 0 && <p class="quiet">No matches.</p>}
    </dialog>
  );
}
