import type { ComponentChildren } from 'preact';

/** The tone of a state. */
export type Tone = 'good' | 'bad' | 'wait' | 'plain';

/** A state as one word; its colour only repeats what the word says. */
export function Pill({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  return <span class={`pill ${tone}`}>{children}</span>;
}
