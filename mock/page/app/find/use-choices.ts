import { goTo, linkTo } from '../ground/router.ts';
import type { FoundRow } from '../ground/rows.ts';
import { undoLast } from '../ground/undo.ts';
import { pageOf, shownId } from '../parts/identifier.tsx';
import { fieldWords, KIND_WORDS } from './found-words.ts';
import { ACT, LOOK } from './menu.ts';
import { useSearch, useSettled } from './use-search.ts';

const FOUND_MAX = 8;
const TYPED_MIN = 2;

/** One line of the palette. */
export interface Choice {
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

/** The choices for a text. */
export interface Choices {
  readonly commands: readonly Choice[];
  /** The results of the search. While the text is changing, those of the search before. */
  readonly found: readonly Choice[];
  readonly isSearching: boolean;
}

/** Returns what the palette offers for a text: commands at once, then the results of a search. */
export function useChoices(text: string): Choices {
  const wanted = text.trim().toLowerCase();
  const settled = useSettled(text.trim());
  const isSearched = wanted.length >= TYPED_MIN;
  const { data, error } = useSearch(settled.length < TYPED_MIN ? undefined : settled, FOUND_MAX);
  const placeIn = (each: Choice) => each.text.toLowerCase().indexOf(wanted);
  const commands = COMMANDS.filter((each) => placeIn(each) >= 0)
    // Commands that start with the text come first.
    .sort((a, b) => Number(placeIn(a) > 0) - Number(placeIn(b) > 0));
  const isOver = settled === text.trim() && (data ?? error) !== undefined;
  return {
    commands,
    found: isSearched ? (data?.results ?? []).map(choiceOf) : [],
    isSearching: isSearched && !isOver,
  };
}
