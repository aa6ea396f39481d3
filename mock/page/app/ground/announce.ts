import { signal } from '@preact/signals';

/** What was done last, for the status line and for screen readers. */
export const announcement = signal({ text: '', isKept: false });

/** @param isKept whether it stays until someone closes it, as what failed does. */
export function announce(text: string, isKept = false): void {
  announcement.value = { text, isKept };
}
