import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CalibrateOptions, WebhookAttempt } from '../../../src/calibrate/index.ts';
import { InvalidInputError, invalidInput } from '../../../src/errors/invalid-input-error.ts';
import { parseJson } from '../../files/parse-json.ts';
import { readPrivateFile } from '../../files/read-private-file.ts';

const FLAG = '--materials';
const MEMBERS = ['tokens', 'materials', 'webhookAttempts'];

type Given = Pick<CalibrateOptions, 'tokens' | 'materials'>;

function attemptOf(line: string): WebhookAttempt[] {
  try {
    const { at, headerId = null, body } = JSON.parse(line) as Partial<WebhookAttempt>;
    return typeof at === 'number' && typeof body === 'string' ? [{ at, headerId, body }] : [];
  } catch {
    return []; // a line that is being written
  }
}

/** Reads the attempts that a receiver has written so far, one per line. */
async function attemptsIn(file: string): Promise<WebhookAttempt[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap(attemptOf);
}

function membersOf(file: string, value: unknown): Record<string, unknown> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const members = isObject ? (value as Record<string, unknown>) : {};
  const isKnown = Object.keys(members).every((name) => MEMBERS.includes(name));
  if (isObject && isKnown) return members;
  throw invalidInput(
    FLAG,
    `${file}: expected an object with ${MEMBERS.join(', ')}, and nothing else`,
  );
}

/**
 * Reads what two clients cannot create themselves, from a file that no one else can read: a share
 * token is as good as a key, and command lines are not secret. `webhookAttempts` is the path,
 * relative to this file, of the file that the caller's receiver writes.
 *
 * @throws InvalidInputError naming the flag and the file, never its contents.
 */
export async function readMaterials(file: string): Promise<Given> {
  const members = membersOf(file, parseJson(FLAG, file, await readPrivateFile(FLAG, file)));
  const { tokens, materials, webhookAttempts } = members;
  if (materials !== undefined && (typeof materials !== 'object' || materials === null)) {
    throw invalidInput(FLAG, `${file}: materials: expected an object`);
  }
  const given: Given = {
    ...(tokens !== undefined && { tokens: tokens as CalibrateOptions['tokens'] }),
    ...(materials !== undefined && { materials: materials }),
  };
  if (webhookAttempts === undefined) return given;
  if (typeof webhookAttempts !== 'string' || webhookAttempts === '') {
    throw invalidInput(FLAG, `${file}: webhookAttempts: expected the path of a file`);
  }
  const attempts = path.resolve(path.dirname(file), webhookAttempts);
  return {
    ...given,
    materials: { ...given.materials, webhook: { attempts: () => attemptsIn(attempts) } },
  };
}

/** Names the flag of the file in an error about a token or a material. */
export function inMaterials(error: unknown, file: string): unknown {
  if (!(error instanceof InvalidInputError)) return error;
  return new InvalidInputError(
    error.issues.map((issue) =>
      /^(?:tokens|materials)/.test(issue.path)
        ? { path: FLAG, message: `${file}: ${issue.path}: ${issue.message}` }
        : issue,
    ),
  );
}
