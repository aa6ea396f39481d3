import type { Answer } from '../answer.ts';
import { differs, type Finding, isAnswer, told } from '../finding.ts';
import { NotMeasured, notMeasured } from '../not-measured.ts';
import { isNotMeasured } from '../run.ts';

interface Search {
  /** The length that is tried first. */
  readonly usual: number;
  readonly most: number;
  readonly ask: (length: number) => Promise<Answer>;
}

/** Returns whether a length is accepted. A URL that a proxy refuses is not measured. */
async function isTaken({ ask, usual }: Search, length: number): Promise<boolean> {
  const tooLong = `a URL with a value of ${length} characters does not get through; shorter values are accepted`;
  let answer: Answer;
  try {
    answer = await ask(length);
  } catch (error) {
    if (isNotMeasured(error) && length > usual) throw new NotMeasured(tooLong);
    throw error;
  }
  if (answer.data !== undefined) return true;
  if (isAnswer(answer, 400, 'INVALID_ARGUMENT')) return false;
  return notMeasured(length > usual ? tooLong : `a list returned ${answer.status}`);
}

/** Finds the greatest accepted length: tries `usual` first, then searches by doubling and halving. */
export async function longestTaken(search: Search): Promise<Finding<number>> {
  const { usual, most } = search;
  let taken = 0;
  let refused: number | undefined;
  if (await isTaken(search, usual)) taken = usual;
  else refused = usual;
  for (let next = usual + 1; refused === undefined; next = Math.min(next * 2, most + 1)) {
    if (!(await isTaken(search, next))) refused = next;
    else taken = next;
    if (taken > most) return differs(`more than ${most} characters are accepted`);
  }
  while (refused - taken > 1) {
    const middle = Math.floor((taken + refused) / 2);
    if (await isTaken(search, middle)) taken = middle;
    else refused = middle;
  }
  return taken === 0 ? differs('a single character is refused') : told(taken);
}
