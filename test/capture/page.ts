import type { CaptureInput } from '../../mock/capture/capture-input.ts';

/** Makes the smallest page, with the changes that a test is about. */
export const page = (changes: Partial<CaptureInput> = {}): CaptureInput => ({
  pageUrl: 'https://quotes.acme.example/start',
  ...changes,
});
