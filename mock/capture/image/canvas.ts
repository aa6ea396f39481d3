import { GLYPH_WIDTH, glyphOf } from './bitmap-font.ts';

/** The palette's colours, by position. */
export type Colour = 0 | 1 | 2 | 3;

export const PAPER: Colour = 0;
export const INK: Colour = 1;
export const ACCENT: Colour = 2;
export const LINE: Colour = 3;

/** One byte for each pixel: its position in the palette. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Something to draw; lengths in pixels from the top left corner. */
export type Shape =
  | { kind: 'rectangle'; x: number; y: number; width: number; height: number; colour: Colour }
  | { kind: 'text'; x: number; y: number; scale: number; colour: Colour; text: string };

/**
 * Returns the width in pixels of a text of `chars` characters, including the gap after the last
 * one.
 */
export function textWidth(chars: number, scale: number): number {
  return chars * (GLYPH_WIDTH + 1) * scale;
}

function fill(canvas: Canvas, x: number, y: number, width: number, height: number, colour: Colour) {
  const right = Math.min(x + width, canvas.width);
  const bottom = Math.min(y + height, canvas.height);
  for (let row = y; row < bottom; row += 1) {
    canvas.pixels.fill(colour, row * canvas.width + x, row * canvas.width + right);
  }
}

function write(canvas: Canvas, { x, y, scale, colour, text }: Shape & { kind: 'text' }): void {
  for (const [position, character] of [...text].entries()) {
    const left = x + textWidth(position, scale);
    const { rows, drop } = glyphOf(character);
    for (const [row, bits] of rows.entries()) {
      for (let column = 0; column < GLYPH_WIDTH; column += 1) {
        if ((bits & (1 << (GLYPH_WIDTH - 1 - column))) === 0) continue;
        fill(canvas, left + column * scale, y + (row + drop) * scale, scale, scale, colour);
      }
    }
  }
}

/** Paints the shapes in order on an empty sheet. Anything beyond its edge is cut off. */
export function paint(width: number, height: number, shapes: readonly Shape[]): Canvas {
  const canvas = { width, height, pixels: new Uint8Array(width * height) };
  for (const shape of shapes) {
    if (shape.kind === 'text') write(canvas, shape);
    else fill(canvas, shape.x, shape.y, shape.width, shape.height, shape.colour);
  }
  return canvas;
}
