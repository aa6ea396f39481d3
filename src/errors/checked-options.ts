import type { Operation } from '../contract/endpoints.ts';
import type { Issue } from '../options/issue.ts';
import { isObject, type Kind } from '../options/kinds.ts';
import { type MakeTable, optionIssues, optionsAsRead, tableOf } from '../options/option-table.ts';
import { InvalidInputError } from './invalid-input-error.ts';

/** What a check of options knows besides their table. */
export interface OptionCheck<Options> {
  /** Finds what is wrong between options, or takes more than a table to say. */
  readonly also?: (options: Options) => readonly Issue[];
  readonly operation?: Operation;
}

/**
 * Checks a function's options by their table before anything is done, and returns a copy: getters and
 * inherited members are read once.
 *
 * @throws `InvalidInputError` with every problem: unknown names, with the one that was probably meant,
 * and each value that is not of its kind.
 */
export function checkedOptions<Options extends object>(
  make: MakeTable<NoInfer<Options>>,
  given: Options,
  { also, operation }: OptionCheck<Options> = {},
): Options {
  const table = tableOf(make);
  if (!isObject(given) || Array.isArray(given)) {
    const needed = Object.entries<Kind>(table).flatMap(([name, { isRequired }]) =>
      isRequired === true ? [name] : [],
    );
    const message = ['expected an object', ...(needed.length > 0 ? [needed.join(', ')] : [])];
    throw new InvalidInputError([{ path: 'options', message: message.join(' with ') }], operation);
  }
  const options = optionsAsRead(table, given);
  const issues = optionIssues(table, options);
  if (issues.length === 0 && also === undefined) return options;
  // What is between options assumes that each of them fits: of one that does not, it says nothing.
  const named = new Set(issues.map(({ path }) => path.split('.')[0]));
  const between = (also?.(options) ?? []).filter(({ path }) => !named.has(path.split('.')[0]));
  issues.push(...between);
  if (issues.length > 0) throw new InvalidInputError(issues, operation);
  return options;
}
