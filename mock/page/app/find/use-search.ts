import { useEffect, useState } from 'preact/hooks';
import type { SearchReply } from '../ground/rows.ts';
import { tokenOf } from '../ground/token-of.ts';
import { type Live, useLive } from '../ground/use-live.ts';

/** A search waits until typing has paused for this long. */
const STILL_TYPING_MS = 120;
const QUERY_MAX_CHARS = 200;

/** Returns the text once nothing has been typed for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), STILL_TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function searchPath(text: string, limit: number): string {
  const q = tokenOf(text).slice(0, QUERY_MAX_CHARS);
  return `/search?${new URLSearchParams({ q, limit: String(limit) }).toString()}`;
}

/** Searches for a text, or for the token of a share URL. Without a text, searches for nothing. */
export function useSearch(text: string | undefined, limit: number): Live<SearchReply> {
  return useLive(text === undefined ? undefined : searchPath(text, limit));
}
