/** How long to wait until a place that is scrolled through is kept: a browser limits how often. */
const KEPT_AFTER_MS = 100;

interface Kept {
  readonly scroll?: number;
}

const content = (): HTMLElement | null => document.getElementById('main');

/** Where the content is to be scrolled to, whatever comes into it, until someone moves. */
let wanted: number | undefined;

function settle(): void {
  const main = content();
  if (wanted !== undefined && main !== null) main.scrollTop = wanted;
}

/** Keeps with the place in the history how far it is scrolled. */
export function keepScroll(): void {
  const main = content();
  const kept = (history.state ?? {}) as Kept;
  if (wanted !== undefined || main === null || main.scrollTop === (kept.scroll ?? 0)) return;
  history.replaceState({ scroll: main.scrollTop } satisfies Kept, '');
}

/** Scrolls the content to where it begins. */
export function scrollToBegin(): void {
  wanted = 0;
  settle();
}

function scrollToKept(): void {
  wanted = ((history.state ?? {}) as Kept).scroll ?? 0;
  settle();
}

/** How far a key scrolls, in heights of what is seen. */
const STEPS = new Map(
  Object.entries({
    ArrowDown: 0.1,
    ArrowUp: -0.1,
    PageDown: 0.9,
    PageUp: -0.9,
    ' ': 0.9,
    End: Number.MAX_SAFE_INTEGER,
    Home: Number.MIN_SAFE_INTEGER,
  }),
);

/** Scrolls by the keys that scroll a document, for as long as nothing has the focus. */
function scrollByKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  const main = content();
  const step = STEPS.get(key);
  if (target !== document.body || main === null || step === undefined) return;
  if (!ctrlKey && !metaKey && !altKey) main.scrollTop += step * main.clientHeight;
}

/**
 * Keeps how far each place of the history is scrolled, and goes there again with Back and Forward.
 * The browser does so only for a document, and here the content is scrolled in its own frame.
 */
export function followScroll(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(keepScroll, KEPT_AFTER_MS);
  };
  scrollToKept();
  addEventListener('scroll', later, { capture: true, passive: true });
  // A link is followed at once.
  addEventListener('click', keepScroll, { capture: true });
  addEventListener('popstate', scrollToKept);
  // What a view shows comes later than the view.
  new MutationObserver(settle).observe(document.body, { childList: true, subtree: true });
  addEventListener('keydown', scrollByKey);
  for (const moved of ['wheel', 'keydown', 'pointerdown', 'touchstart']) {
    addEventListener(moved, () => (wanted = undefined), { capture: true, passive: true });
  }
}
