import type { ComponentChildren } from 'preact';

/** How a state is to be taken. */
export type Tone = 'good' | 'bad' | 'wait' | 'plain';

/** A state as one word; its colour only repeats what the word says. */
export function Pill({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return <span class={`pill ${tone}`}>{children}</span>;
}
