import { useEffect, useState } from 'preact/hooks';
import { type Choice, useChoices } from './use-choices.ts';

const MOVES = new Map(Object.entries({ ArrowDown: 1, ArrowUp: -1 }));

/**
 * What has been typed into the palette, its choices, and the place of the current one.
 *
 * @param close closes the palette.
 */
export function usePalette(close: () => void) {
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const [isAwaited, setAwaited] = useState(false);
  const { commands, found, isSearching } = useChoices(text);
  const choices = [...commands, ...found];
  const at = Math.min(place, Math.max(0, choices.length - 1));
  const take = (choice: Choice | undefined): void => {
    if (choice === undefined) return;
    close();
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
  const move = (event: KeyboardEvent): void => {
    const step = MOVES.get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    setPlace((at + step + choices.length) % Math.max(1, choices.length));
  };
  return { text, change, choices, at, isSearching, take, choose, move };
}
