import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as face from '../../src/webhooks/index.ts';
import { REFUSAL_STATUS } from '../../src/webhooks/refusal-status.ts';

const guide = readFileSync(new URL('../../docs/guides/webhooks.md', import.meta.url), 'utf8');

describe('docs/guides/webhooks.md', () => {
  it('names every reason of a refusal with the status that the handler answers', () => {
    const rows = guide.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm);
    const documented = Object.fromEntries(
      [...rows].map(([, reason, status]) => [reason, Number(status)]),
    );
    expect(documented).toEqual(REFUSAL_STATUS);
  });

  it('imports only what the face exports', () => {
    const imports = guide.matchAll(/import \{ ([\w, ]+) \} from 'consent-evidence\/webhooks'/g);
    const names = [...imports].flatMap(([, list]) => list?.split(', ') ?? []);
    expect(names.length).toBeGreaterThan(5);
    expect(Object.keys(face)).toEqual(expect.arrayContaining(names));
  });
});
