import type { DerivedPage } from './derived-page.ts';
import { paint } from './image/canvas.ts';
import { layoutPage, PICTURE_WIDTH } from './image/page-layout.ts';
import { pngOf, pngSizeOf } from './image/png.ts';

/** The picture that a record is downloaded as (spec §2.3, evidence image). */
export interface EvidenceImage {
  /** MIME type: `image/png`, unless the capture has a picture of its own. */
  readonly contentType: string;
  /** How many bytes `bytes()` returns. */
  readonly size: number;
  /** Makes the bytes. They are the same each time. */
  bytes(): Uint8Array;
}

/**
 * The headers of every reply with an image, beside those of its door. A captured image may be a
 * document in disguise, and a served fake has one origin for everything: opened in a browser, the
 * document must not run as a page of the fake.
 */
export const IMAGE_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
} as const;

function paddingOf(base64: string): number {
  if (base64.endsWith('==')) return 2;
  return base64.endsWith('=') ? 1 : 0;
}

/**
 * Returns the evidence image of a derived page: the capture's own, or a PNG drawn from what the
 * page showed. The size is known without making the bytes, so listing records draws nothing.
 *
 * @example
 * ```ts
 * const image = evidenceImageOf(derive(presets.checkedBox()));
 * image.size === image.bytes().length; // true
 * ```
 */
export function evidenceImageOf(
  page: Pick<DerivedPage, 'domain' | 'view' | 'image'>,
): EvidenceImage {
  if (page.image !== undefined) {
    const { contentType, base64 } = page.image;
    return {
      contentType,
      size: (base64.length / 4) * 3 - paddingOf(base64),
      bytes: () => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
    };
  }
  const { height, shapes } = layoutPage(page.domain, page.view);
  return {
    contentType: 'image/png',
    size: pngSizeOf(PICTURE_WIDTH, height),
    bytes: () => pngOf(paint(PICTURE_WIDTH, height, shapes)),
  };
}
