import { InvalidInputError } from '../../../src/errors/invalid-input-error.ts';
import { ConsentEvidence } from '../../../src/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const BASE = 'CONSENT_EVIDENCE_BASE_URL';
const KEYS = {
  sender: 'CONSENT_EVIDENCE_SENDER_API_KEY',
  receiver: 'CONSENT_EVIDENCE_RECEIVER_API_KEY',
} as const;

function clientOf(env: Environment, name: string): ConsentEvidence {
  try {
    return new ConsentEvidence({ apiKey: env[name], baseUrl: env[BASE] });
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    const variables: Readonly<Record<string, string>> = { apiKey: name, baseUrl: BASE };
    throw new InvalidInputError(
      error.issues.map(({ path, message }) => ({ path: variables[path] ?? path, message })),
    );
  }
}

/**
 * Opens the two organizations of a calibration, from the environment.
 *
 * @throws InvalidInputError that names each variable that is not set, and never any part of a key.
 */
export function openParties(env: Environment): Record<keyof typeof KEYS, ConsentEvidence> {
  const missing = [...Object.values(KEYS), BASE].filter((name) => !env[name]);
  if (missing.length > 0) {
    throw new InvalidInputError(missing.map((path) => ({ path, message: 'is not set' })));
  }
  return { sender: clientOf(env, KEYS.sender), receiver: clientOf(env, KEYS.receiver) };
}
