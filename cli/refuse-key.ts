import { invalidInput } from '../src/errors/invalid-input-error.ts';

const KEY_FLAG = /^--?api[-_]?key(?:=|$)/i;

/**
 * Rejects an API key on the command line, which is in the shell's history and in every process
 * list. The message about an unknown flag could repeat the key.
 *
 * @throws InvalidInputError that says where a key belongs and repeats nothing of the input.
 */
export function refuseKey(args: readonly string[]): void {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  if (!own.some((each) => KEY_FLAG.test(each))) return;
  throw invalidInput(
    '--api-key',
    'a key is not accepted on the command line, which other processes can read; set CONSENT_EVIDENCE_API_KEY, or use --profile',
  );
}
