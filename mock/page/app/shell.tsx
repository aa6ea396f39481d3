import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { followKeys } from './find/keys.ts';
import { ACT, LOOK } from './find/menu.ts';
import { Palette } from './find/palette.tsx';
import { SearchBox } from './find/search-box.tsx';
import { tokenNeeded } from './ground/call-control.ts';
import { isConnected } from './ground/live.ts';
import { linkTo, place } from './ground/router.ts';
import { StatusLine } from './status-line.tsx';
import { ClockBar } from './world/clock-bar.tsx';

function Menu({ links, label, current }: { links: typeof LOOK; label: string; current: string }) {
  return (
    <nav aria-label={label}>
      <ul>
        {links.map(([view, text]) => (
          <li key={view}>
            <a href={linkTo(view)} aria-current={view === current ? 'page' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Links to every view, and the clock. On a narrow screen they are folded, so the content comes
 * first.
 */
function Side({ view }: { view: string }) {
  const [isOpen, setOpen] = useState(false);
  const { value } = place;
  useEffect(() => setOpen(false), [value]);
  return (
    <>
      <button
        type="button"
        class="unfold"
        aria-expanded={isOpen}
        aria-controls="side"
        onClick={() => setOpen(!isOpen)}
      >
        Menu
      </button>
      <div id="side" class={isOpen ? 'side open' : 'side'}>
        <Menu links={LOOK} label="Look" current={view} />
        <Menu links={ACT} label="Try" current={view} />
        <ClockBar />
      </div>
    </>
  );
}

interface ShellProps {
  readonly view: string;
  /** Whether the page is for a person who is no tester: without the links and the clock. */
  readonly isBare: boolean;
  readonly children: ComponentChildren;
}

/**
 * What surrounds every view: the search, the links to the others, the clock, what was done last.
 */
export function Shell({ view, isBare, children }: ShellProps) {
  const input = useRef<HTMLInputElement>(null);
  const palette = useRef<HTMLDialogElement>(null);
  useEffect(
    () =>
      followKeys({
        search: () => input.current?.select(),
        palette: () => palette.current?.showModal(),
      }),
    [],
  );
  return (
    <>
      <a class="skip" href="#main" onClick={focusMain}>
        Skip to content
      </a>
      <header>
        <p class="name">
          <a href={linkTo('organizations')}>Consent evidence</a>
          <span class="quiet">local fake</span>
        </p>
        {!isBare && <SearchBox input={input} />}
        {!isBare && <Side view={view} />}
      </header>
      <main id="main" tabIndex={-1}>
        {!isConnected.value && !tokenNeeded.value && (
          <p role="alert">Connection to the fake lost. Reconnecting…</p>
        )}
        {children}
      </main>
      <StatusLine />
      <Palette dialog={palette} />
    </>
  );
}

/**
 * Moves the focus to the content. A plain fragment link cannot, because the fragment names the
 * view.
 */
function focusMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
