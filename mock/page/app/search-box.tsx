import type { Ref } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { filterAt, goTo, linkTo, place } from './router.ts';
import { useSettled } from './use-search.ts';

/** The text of the search that is in the address. */
const inAddress = (): string => (place.value.view === 'search' ? filterAt('q') : '');

function show(text: string): void {
  const isThere = place.peek().view === 'search';
  if (text === '' && !isThere) return;
  // The first letter is a step to come back from; the others are the same search.
  goTo(linkTo('search', '', { q: text }), isThere ? 'replace' : 'push');
}

/** One search over everything; what it finds is shown while one types. */
export function SearchBox({ input }: { input: Ref<HTMLInputElement> }) {
  const address = inAddress();
  const [text, setText] = useState(address);
  const shown = useRef(address);
  const settled = useSettled(text);
  const search = (wanted: string): void => {
    shown.current = wanted;
    show(wanted);
  };
  useEffect(() => {
    // Whoever goes back, or follows a link, finds the text of that place.
    if (address === shown.current) return;
    shown.current = address;
    setText(address);
  }, [address]);
  useEffect(() => {
    if (settled === text && settled !== shown.current) search(settled);
  }, [settled]);
  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search(text);
        document.querySelector('h1')?.focus();
      }}
    >
      <label>
        <span class="unseen">Search</span>
        <input
          ref={input}
          type="search"
          value={text}
          placeholder="Search  /"
          title="A record, lead id, phone, name, domain, token or request id"
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
    </form>
  );
}
