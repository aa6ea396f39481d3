import type { Ref } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { filterAt, goTo, linkTo, place } from '../ground/router.ts';
import { useSettled } from './use-search.ts';

/** Returns the search text in the address. */
const inAddress = (): string => (place.value.view === 'search' ? filterAt('q') : '');

function show(text: string): void {
  const isThere = place.peek().view === 'search';
  if (text === '' && !isThere) return;
  // The first letter adds a step to the history. The others are part of the same search.
  goTo(linkTo('search', '', { q: text }), isThere ? 'replace' : 'push');
}

/** A search over everything, with results shown while typing. */
export function SearchBox({ input }: { input: Ref<HTMLInputElement> }) {
  const address = inAddress();
  const [text, setText] = useState(address);
  const shown = useRef(address);
  const typedAt = useRef(place.value);
  const settled = useSettled(text);
  const search = (wanted: string): void => {
    shown.current = wanted;
    show(wanted);
  };
  useEffect(() => {
    // After going back or following a link, the text is that of the new address.
    if (address === shown.current) return;
    shown.current = address;
    setText(address);
  }, [address]);
  useEffect(() => {
    if (settled !== text || settled === shown.current) return;
    // Who has gone elsewhere since does not want to be fetched back.
    if (typedAt.current === place.peek()) search(settled);
    else setText(shown.current);
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
          onInput={({ currentTarget }) => {
            typedAt.current = place.peek();
            setText(currentTarget.value);
          }}
        />
      </label>
    </form>
  );
}
