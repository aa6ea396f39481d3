import type { Meaning } from '../errors/code-meanings.ts';
import { READ_PAYS, UNSENT_PAYS } from '../errors/pays.ts';

/** The codes of `jobOutcome` that are neither the service's nor a lead's. */
export const JOB_CODE_MEANINGS: Readonly<Record<string, Meaning>> = {
  SETTINGS_INVALID: {
    cause: 'An option, the API key or the criteria are wrong: our configuration, not the job.',
    next: 'Take no more jobs. Correct what the message names.',
    pays: UNSENT_PAYS,
  },
  NOT_COLLECTED: {
    cause: 'The record is not collected, so its image cannot be downloaded.',
    next: 'Drop the job, or collect the record, which is billable, and run the job again.',
    pays: READ_PAYS,
  },
  DEV_MODE: {
    cause: 'The record is a Dev Mode capture, whose image can never be downloaded.',
    next: 'Drop the job.',
    pays: READ_PAYS,
  },
  TOO_LARGE: {
    cause: 'The image is larger than `download` holds in memory.',
    next: 'Use `downloadTo`, which writes it to a file, and run the job again.',
    pays: READ_PAYS,
  },
};
