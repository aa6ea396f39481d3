import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curlOf } from '../../mock/page/app/parts/curl-of.ts';
import { composed } from '../texts/characters.ts';

/** Returns the words that a shell makes of a command, including its name. */
function wordsOf(command: string): string[] {
  const script = `set -- ${command}\nprintf '%s\\0' "$@"`;
  const { stdout, status } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
  expect(status).toBe(0);
  return stdout.split('\0').slice(0, -1);
}

const url = 'https://sunroof.example/hook?a=[1-9]&b={x,y}';

describe('copy as curl', () => {
  it('gives a shell every header and the body, each as one word', () => {
    const body = `{"name":"O'Brien $(id) \`id\` \\" !!","lines":"a\nb"}`;
    const headers = { 'content-type': 'application/json', 'x-svc-signature': 'sha256=ab' };
    expect(wordsOf(curlOf({ method: 'POST', url, headers, body }))).toEqual([
      ...['curl', '-i', '--globoff', url, '-X', 'POST'],
      ...['-H', 'content-type: application/json', '-H', 'x-svc-signature: sha256=ab'],
      ...['--data-raw', body],
    ]);
  });

  it('does so whatever a body says', () => {
    // A shell word cannot contain NUL, and JSON always escapes it.
    const text = fc.string({ unit: composed }).map((each) => each.replaceAll('\0', ''));
    fc.assert(
      fc.property(text, (body) => {
        expect(wordsOf(curlOf({ method: 'POST', url, headers: {}, body })).at(-1)).toBe(body);
      }),
      { numRuns: 50 },
    );
  });
});
