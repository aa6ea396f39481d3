import { describe, expect, it } from 'vitest';
import type { CaptureInput } from '../../mock/capture/capture-input.ts';
import { derive } from '../../mock/capture/derive.ts';
import { evidenceImageOf } from '../../mock/capture/evidence-image.ts';
import { glyphOf } from '../../mock/capture/image/bitmap-font.ts';
import { presets } from '../../mock/capture/presets.ts';
import { decodePng } from './decode-png.ts';

const imageOf = (input: CaptureInput) => evidenceImageOf(derive(input));
const base64Of = (bytes: readonly number[]) => Buffer.from(bytes).toString('base64');

describe('the evidence image (spec §2.3)', () => {
  it('is a PNG that another decoder reads', () => {
    const png = decodePng(imageOf(presets.checkedBox()).bytes());
    expect(png).toMatchObject({ width: 720, bitsPerPixel: 2, colourType: 3 });
    expect(png.chunks).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND']);
    expect(png.height).toBeGreaterThan(200);
  });

  it.each([
    'checkedBox',
    'noDisclosures',
    'manyDisclosures',
    'longDisclosure',
    'spanishPage',
  ] as const)('knows the size of its bytes before they are made: %s', (name) => {
    const image = imageOf(presets[name]());
    expect(image.contentType).toBe('image/png');
    expect(image.bytes()).toHaveLength(image.size);
  });

  it('is the same for the same page, and new bytes each time', () => {
    const image = imageOf(presets.checkedBox());
    image.bytes().fill(0);
    expect(Buffer.compare(image.bytes(), imageOf(presets.checkedBox()).bytes())).toBe(0);
  });

  it('shows whether the box was checked, and what the button said', () => {
    const pictures = [
      presets.checkedBox(),
      presets.uncheckedBox(),
      presets.unreadableBox(),
      presets.checkedBox({ submit: { label: 'No thanks' } }),
      presets.noSubmission(),
    ].map((input) => Buffer.from(imageOf(input).bytes()).toString('base64'));
    expect(new Set(pictures).size).toBe(pictures.length);
  });

  it('writes the host into the bar in paper colour, legibly', () => {
    const png = decodePng(imageOf({ pageUrl: 'https://local.test/' }).bytes());
    const { rows } = glyphOf('l');
    for (const [row, bits] of rows.entries()) {
      for (let column = 0; column < 5; column += 1) {
        const drawn = png.pixel(32 + column * 2, 17 + row * 2) === 0;
        expect(drawn, `row ${row}, column ${column}`).toBe((bits & (16 >> column)) !== 0);
      }
    }
  });

  it('is cut at 2,400 pixels', () => {
    const disclosures = Array.from({ length: 30 }, () => ({
      text: 'A long wording. '.repeat(400),
    }));
    const png = decodePng(imageOf(presets.checkedBox({ disclosures })).bytes());
    expect(png.height).toBe(2400);
  });

  it('is the picture that the capture brought, where it brought one', () => {
    for (const bytes of [[1], [1, 2], [1, 2, 3], [1, 2, 3, 250]]) {
      const image = imageOf(
        presets.checkedBox({ image: { contentType: 'image/webp', base64: base64Of(bytes) } }),
      );
      expect(image.contentType).toBe('image/webp');
      expect(image.size).toBe(bytes.length);
      expect([...image.bytes()]).toEqual(bytes);
    }
  });
});

describe('the bitmap font', () => {
  it('has a glyph of its own for every printable ASCII character', () => {
    const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    const unknown = glyphOf('\u674e');
    const shapes = printable.map((character) => JSON.stringify(glyphOf(character)));
    expect(new Set(shapes).size).toBe(95);
    expect(shapes).not.toContain(JSON.stringify(unknown));
    for (const character of printable) {
      const { rows } = glyphOf(character);
      expect(rows).toHaveLength(7);
      expect(rows.every((row) => row >= 0 && row < 32)).toBe(true);
    }
  });
});
