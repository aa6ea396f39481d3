import { checkInput } from '../ground/check-input.ts';
import type { CaptureInput } from './capture-input.ts';
import { captureInputSchema } from './capture-input-schema.ts';

/**
 * Refuses a described page that is malformed, out of bounds or impossible, before anything is
 * changed; gives back the page itself.
 *
 * @throws InvalidInputError with a dotted path for each field, as `disclosures.0.text`.
 */
export function checkCaptureInput(input: unknown): CaptureInput {
  checkInput(captureInputSchema(), input);
  return input as CaptureInput;
}
