import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { nearestName } from '../../src/options/nearest-name.ts';

/** `webhooks` for `guides/webhooks.md`; examples and decisions keep their folder. */
const nameOf = (page: string): string => page.replace(/^guides\//, '').replace(/\.md$/, '');

/**
 * Finds the page of a topic: by its name, or by a part of the name that no other page has.
 *
 * @param pages paths below the documentation, such as `guides/webhooks.md`.
 */
export function findTopic(pages: readonly string[], topic: string): string {
  const wanted = nameOf(topic.toLowerCase());
  const exact = pages.find((page) => nameOf(page).toLowerCase() === wanted);
  if (exact !== undefined) return exact;
  const guides = pages.filter((page) => page.startsWith('guides/'));
  const fits = guides.filter((page) => nameOf(page).includes(wanted));
  const [only] = fits;
  if (only !== undefined && fits.length === 1) return only;
  const names = (fits.length > 0 ? fits : guides).map(nameOf);
  const near = fits.length > 0 ? undefined : nearestName(wanted, names);
  const meant =
    near === undefined ? `expected one of ${names.join(', ')}` : `did you mean ${near}?`;
  throw invalidInput('topic', `there is no guide with this name; ${meant}`);
}
