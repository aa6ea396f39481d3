import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCriteria, valueAt, withField } from '../../mock/page/app/criteria/criteria-text.ts';
import { TYPICAL_CRITERIA } from '../../mock/page/app/criteria/typical-criteria.ts';
import { bundlePage } from '../../scripts/bundle-page.ts';
import { lintAcceptance } from '../../src/acceptance/lint.ts';

const parsed = (text: string): unknown => {
  const read = readCriteria(text);
  return 'value' in read ? read.value : read;
};

describe('the text of criteria', () => {
  it('is nothing where nothing is demanded', () => {
    expect(withField(undefined, ['record', 'maxAgeSeconds'], undefined)).toBe('');
    const text = withField(undefined, ['disclosure', 'requirePresent'], true);
    expect(parsed(text)).toEqual({ schemaVersion: 1, disclosure: { requirePresent: true } });
    expect(withField(parsed(text), ['disclosure', 'requirePresent'], undefined)).toBe('');
  });

  it('adds to a list, and closes the gap where a rule is taken away', () => {
    const rule = (ruleId: string) => ({ ruleId, anyOf: ['x'] });
    const list = ['disclosure', 'requiredText'];
    const one = withField(undefined, [...list, 0], rule('a'));
    const two = withField(parsed(one), [...list, 1], rule('b'));
    const left = withField(parsed(two), [...list, 0], undefined);
    expect(valueAt(parsed(left), list)).toEqual([rule('b')]);
    expect(withField(parsed(left), [...list, 0], undefined)).toBe('');
  });

  it('holds what was set, and keeps whatever else was typed', () => {
    const path = ['record', 'maxAgeSeconds'];
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (typed) => {
        const text = withField(typed, path, 60);
        expect(valueAt(parsed(text), path)).toBe(60);
        const { record: _, ...others } = typed;
        expect(parsed(text)).toMatchObject(JSON.parse(JSON.stringify(others)) as object);
      }),
    );
  });

  it('survives whatever JSON stands in it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (typed) => {
        expect(parsed(withField(typed, ['leadMatch', 'phone'], '2125550147'))).toMatchObject({
          leadMatch: { phone: '2125550147' },
        });
      }),
    );
  });
});

describe('the page', () => {
  // A schema library would build functions from text, which the page's policy forbids.
  it('holds its own code and preact alone, in less than 122 kB', async () => {
    const { metafile, script } = await bundlePage();
    const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
    const packages = files.flatMap(
      (file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
    );
    const expected = ['@preact/signals', '@preact/signals-core', 'preact'];
    expect([...new Set(packages)].sort()).toEqual(expected);
    expect(script.length).toBeLessThan(122_000);
  });
});

describe('the typical criteria', () => {
  it.each(Object.entries(TYPICAL_CRITERIA))(
    '%s: are legal, and warned of nothing',
    (_, criteria) => {
      expect(lintAcceptance(criteria)).toEqual([]);
    },
  );
});
