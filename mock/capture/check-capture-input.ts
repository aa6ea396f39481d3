import { checkInput } from '../ground/check-input.ts';
import type { CaptureInput } from './capture-input.ts';
import { captureInputSchema } from './capture-input-schema.ts';

/**
 * Returns the described page itself. Refuses a page that is malformed, out of bounds or impossible
 * before anything is changed.
 *
 * @throws InvalidInputError with a dotted path for each field, for example `disclosures.0.text`.
 */
export function checkCaptureInput(input: unknown): CaptureInput {
  checkInput(captureInputSchema(), input);
  return input as CaptureInput;
}
