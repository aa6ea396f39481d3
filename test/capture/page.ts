import type { CaptureInput } from '../../mock/capture/capture-input.ts';

/** The smallest page, with what a test is about. */
export const page = (changes: Partial<CaptureInput> = {}): CaptureInput => ({
  pageUrl: 'https://quotes.acme.example/start',
  ...changes,
});
