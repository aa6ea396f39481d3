import type { ComponentChildren } from 'preact';
import { announcement } from './announce.ts';
import { ClockBar } from './clock-bar.tsx';
import { isConnected } from './live.ts';
import { linkTo } from './router.ts';

const LOOK = [
  ['organizations', 'Organizations'],
  ['records', 'Records'],
  ['tokens', 'Share tokens'],
  ['deliveries', 'Deliveries'],
  ['requests', 'Requests'],
  ['charges', 'Charges'],
  ['readings', 'Readings'],
] as const;

const ACT = [
  ['capture', 'Capture'],
  ['share', 'Share'],
  ['receive', 'Receive'],
  ['faults', 'Faults'],
  ['snapshots', 'Snapshots'],
] as const;

type Links = readonly (readonly [view: string, label: string])[];

function Menu({ links, label, current }: { links: Links; label: string; current: string }) {
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

/** What stands around every view: the way to the others, the clock, and what was done last. */
export function Shell({ view, children }: { view: string; children: ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#main" onClick={focusMain}>
        Skip to the content
      </a>
      <header>
        <p class="name">
          <a href={linkTo('organizations')}>Consent evidence</a>
          <span class="quiet">local fake</span>
        </p>
        <Menu links={LOOK} label="Look" current={view} />
        <Menu links={ACT} label="Try" current={view} />
        <ClockBar />
      </header>
      <main id="main" tabIndex={-1}>
        {!isConnected.value && <p role="alert">Contact to the fake is lost; trying again.</p>}
        {children}
      </main>
      <footer>
        <p role="status" aria-live="polite">
          {announcement.value}
        </p>
      </footer>
    </>
  );
}

/** The address's fragment names the view, so the link cannot be one of the browser's own. */
function focusMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
