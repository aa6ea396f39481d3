import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anchorsOf } from '../../scripts/dead-links.ts';
import { docsOf } from '../../src/errors/docs-of.ts';
import { InvalidInputError, WebhookVerificationError } from '../../src/index.ts';

/** Every kind of error that a class in `src` names as its own. */
const kinds = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => [
    ...readFileSync(`src/${file}`, 'utf8').matchAll(/readonly kind: string = '(\w+)'/g),
  ])
  .map(([, kind = '']) => kind);

describe('the page of an error', () => {
  it('of every kind is there, with its heading', () => {
    expect(kinds.length).toBeGreaterThan(12);
    for (const kind of kinds) {
      const [page = '', anchor] = docsOf([kind]).split('#');
      expect(existsSync(page), `${kind}: ${page}`).toBe(true);
      expect(page).toMatch(/^docs\/guides\//);
      expect(anchorsOf(page).has(anchor ?? ''), `${kind}: ${anchor}`).toBe(true);
    }
  });

  it('is on each error, a subclass of the user’s own included', () => {
    class Mine extends InvalidInputError {}
    expect(new Mine([]).docs).toBe('docs/guides/errors-and-retries.md#which-error');
    const { docs } = new WebhookVerificationError('no_secret', 'x');
    expect(docs).toBe('docs/guides/webhooks.md#why-a-delivery-was-refused');
    expect(docsOf(['ConsentEvidenceError', 'FromAnotherVersion'])).toBe(docsOf([]));
  });
});
