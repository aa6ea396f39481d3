import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactPath } from '../../mock/engine/journal.ts';
import { shortToken } from '../../mock/ground/ids.ts';

describe('a share token that is shown', () => {
  it('is the beginning of the token, at most eight characters and at most half of it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Za-z_-]{1,80}$/), (token) => {
        const shown = shortToken(token).slice(0, -1);
        expect(token.startsWith(shown)).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(Math.min(8, token.length / 2));
      }),
    );
  });

  it('stands so in each path of the journal, however short a seed made it', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9A-Za-z_-]{1,80}$/),
        fc.constantFrom('/v1/shares/', '/v1/SHARES//', '/_mock/dashboard/claim/'),
        (token, before) => {
          expect(redactPath(`${before}${token}`)).toBe(before + shortToken(token));
        },
      ),
    );
  });
});
