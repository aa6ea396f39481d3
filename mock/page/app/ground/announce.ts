import { signal } from '@preact/signals';

/** What was done last, for the status line and for screen readers. */
export const announcement = signal('');

export function announce(text: string): void {
  announcement.value = text;
}
