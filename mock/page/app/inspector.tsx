import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks';
import { ControlTokenForm } from './control-token-form.tsx';
import { tokenNeeded } from './ground/call-control.ts';
import { messageOf } from './ground/message-of.ts';
import { OWN_PATH } from './ground/own-path.ts';
import { place } from './ground/router.ts';
import { tokenOf } from './ground/token-of.ts';
import { ViewTitle } from './parts/view-title.tsx';
import { ClaimPage, isUnknownClaim } from './receive/claim-page.tsx';
import { Shell } from './shell.tsx';
import { viewAt } from './views.tsx';

const CLAIM = `${OWN_PATH}/dashboard/claim/`;

/** Moves the focus to the heading of a new view, and names the tab after it. */
function useArrival(address: string): void {
  const isFirst = useRef(true);
  useEffect(() => {
    const heading = document.querySelector('h1');
    document.title = `${heading?.textContent ?? 'Inspector'} · consent evidence`;
    // Someone typing into the search keeps the focus.
    const isSearching = document.activeElement?.closest('[role=search]') != null;
    // It is scrolled to where it was, or to the beginning.
    if (!isFirst.current && !isSearching) heading?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [address]);
}

/** Says what a view threw, instead of nothing. The views beside it work all the same. */
function Guarded({ children }: { children: ComponentChildren }) {
  const [error] = useErrorBoundary() as [unknown, () => void];
  if (error === undefined) return <>{children}</>;
  return (
    <>
      <ViewTitle>Not shown</ViewTitle>
      <p role="alert">This is a bug in the inspector: {messageOf(error)}</p>
    </>
  );
}

/** The whole page: the claim page at the address of one, otherwise the inspector. */
export function Inspector() {
  const isClaim = location.pathname.startsWith(CLAIM);
  const { value } = place;
  const address = isClaim ? CLAIM : `${value.view}/${value.id}`;
  useArrival(address);
  const page = isClaim ? <ClaimPage token={tokenOf(location.pathname)} /> : viewAt(value);
  return (
    <Shell view={isClaim ? '' : value.view} isBare={isClaim && isUnknownClaim.value}>
      <Guarded key={address}>{tokenNeeded.value ? <ControlTokenForm /> : page}</Guarded>
    </Shell>
  );
}
