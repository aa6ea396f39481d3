import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FACES } from '../../scripts/docs/navigation.ts';
import { packageDocs } from '../../scripts/docs/package-docs.ts';
import { anchorOf, sectionAnchors, withSectionLinks } from '../../scripts/docs/section-links.ts';

const link = (text: string) => withSectionLinks(text, 'specification.md');

describe('links to the specification', () => {
  it.each([
    ['see §4.6.', 'see [§4.6](specification.md#s4-6).'],
    ['(spec §4.6 rule 5)', '(spec [§4.6 rule 5](specification.md#s4-6-5))'],
    ['§5.5 and §7', '[§5.5](specification.md#s5-5) and [§7](specification.md#s7)'],
    ['`§4.6` in code', '`§4.6` in code'],
    ['[§4.6](other.md) twice', '[§4.6](other.md) twice'],
    ['RFC 9112 §3.2.2', 'RFC 9112 §3.2.2'],
    ['## §4.6 heading', '## §4.6 heading'],
    ['```\n§4.6\n```\n§2.1', '```\n§4.6\n```\n[§2.1](specification.md#s2-1)'],
  ])('%j', (text, expected) => {
    expect(link(text)).toBe(expected);
  });

  it('has a section for each that a guide, a docstring or a message names', () => {
    const files = globSync(['docs/guides/*.md', '{src,mock,cli}/**/*.{ts,tsx}']);
    const missing = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?<!RFC \d+ )§(\d+(?:\.\d+)*)(?: rule (\d+))?/g)]
        .filter(([, section = '', rule]) => anchorOf(section, rule) === undefined)
        .map(([whole]) => `${file}: ${whole}`),
    );
    expect(missing).toEqual([]);
    expect(sectionAnchors().size).toBeGreaterThan(50);
  });

  it('stand in the guides of the package', () => {
    expect(packageDocs().get('guides/security.md')).toContain('[§5](specification.md#s5)');
    expect(packageDocs().get('guides/specification.md')).toContain('<a id="s4-6-5"></a>');
  });

  it('the reference lists every entry point once', () => {
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      exports: Record<string, unknown>;
    };
    const faces = Object.entries(exports).filter(([, target]) => typeof target === 'object');
    expect(FACES.flatMap(([, listed]) => listed).toSorted()).toEqual(
      faces.map(([face]) => `consent-evidence${face.slice(1)}`).toSorted(),
    );
  });
});
