const TYPES_INTO = 'input, textarea, select, [contenteditable]';

/** What the keys do, wherever the focus is. */
export interface KeyDeeds {
  readonly search: () => void;
  readonly palette: () => void;
}

function deedOf(event: KeyboardEvent, { search, palette }: KeyDeeds): (() => void) | undefined {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey) return palette;
  const isTyping = target instanceof Element && target.closest(TYPES_INTO) !== null;
  return key === '/' && !isTyping && !ctrlKey && !metaKey && !altKey ? search : undefined;
}

/** Binds `/` to the search, and Ctrl K or Cmd K to the palette. Returns a function that ends it. */
export function followKeys(deeds: KeyDeeds): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const deed = deedOf(event, deeds);
    if (deed === undefined) return;
    event.preventDefault();
    deed();
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}
