import { InvalidInputError, invalidInput } from '../../../src/errors/invalid-input-error.ts';
import type { Issue } from '../../../src/options/issue.ts';
import { parseJson } from '../../files/parse-json.ts';
import { readTextFile } from '../../files/read-file.ts';
import { wordingOf } from './wordings.ts';

const FLAG = '--approved';
/** Many thousand texts. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Where the service cuts the text of a disclosure (spec §2.3). */
const TEXT_MAX_CHARS = 5_000;
const ISSUES_SHOWN = 5;

function problemOf(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return 'expected a text that is not empty';
  if (wordingOf(text).length <= TEXT_MAX_CHARS) return undefined;
  return `expected at most ${TEXT_MAX_CHARS} characters, where the service cuts a disclosure`;
}

/**
 * Reads a JSON list of approved texts, and normalises them.
 *
 * @throws InvalidInputError naming the file and the index of each entry that is no text.
 */
export async function readApproved(file: string): Promise<ReadonlySet<string>> {
  const list = parseJson(FLAG, file, await readTextFile(FLAG, file, MAX_BYTES));
  if (!Array.isArray(list)) throw invalidInput(FLAG, `${file}: expected a JSON list of texts`);
  const issues: Issue[] = [];
  for (const [index, text] of list.entries()) {
    const problem = problemOf(text);
    if (problem !== undefined)
      issues.push({ path: FLAG, message: `${file}: [${index}]: ${problem}` });
    if (issues.length === ISSUES_SHOWN) break;
  }
  if (issues.length > 0) throw new InvalidInputError(issues);
  return new Set((list as string[]).map(wordingOf));
}
