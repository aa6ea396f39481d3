import type { ComponentChildren } from 'preact';

/** What heads a view. It takes the focus when the page shows another view, though no key moves there. */
export function ViewTitle({ children }: { children: ComponentChildren }) {
  return <h1 tabIndex={-1}>{children}</h1>;
}
