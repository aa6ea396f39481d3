import { rememberAnswers } from '../../ground/lru-cache.ts';
import type { CheckboxState } from '../capture-input.ts';
import { collapseWhiteSpace } from '../page-text.ts';
import type { PageView } from '../page-view.ts';
import { ACCENT, type Colour, INK, LINE, PAPER, type Shape, textWidth } from './canvas.ts';

const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019]/g, "'"],
  [/[\u201c\u201d]/g, '"'],
  [/\p{Pd}/gu, '-'],
  [/[\p{M}\p{Cf}]/gu, ''],
  [/[\u00a1\u00bf]/g, ''],
];

/**
 * Brings a text as close to printable ASCII as possible: accents dropped, quotes and dashes plain.
 * Results are cached, because the pages of one form have the same texts.
 */
export const printable = rememberAnswers((text) => {
  let plain = text.normalize('NFKD');
  for (const [pattern, replacement] of PLAIN) plain = plain.replace(pattern, replacement);
  return collapseWhiteSpace(plain);
});

/** Breaks a text into lines of at most `maxChars` characters, between words if possible. */
export function wrapText(text: string, maxChars: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    let rest = word;
    if (line !== '' && line.length + 1 + rest.length > maxChars) {
      lines.push(line);
      line = '';
    }
    while (rest.length > maxChars) {
      lines.push(rest.slice(0, maxChars));
      rest = rest.slice(maxChars);
    }
    line = line === '' ? rest : `${line} ${rest}`;
  }
  return line === '' ? lines : [...lines, line];
}

export const PICTURE_WIDTH = 720;
/** A page longer than this is cut, as a screenshot is. */
const PICTURE_MAX_HEIGHT = 2400;

const MARGIN = 32;
const GAP = 24;
const BAR_HEIGHT = 48;
const FOOTER_HEIGHT = 48;
const BODY_SCALE = 2;
const BODY_LINE = 22;
const TITLE_SCALE = 3;
const TITLE_LINE = 34;
const BOX = 22;
const FIELD_HEIGHT = 36;
const BUTTON_HEIGHT = 44;
const INNER_WIDTH = PICTURE_WIDTH - 2 * MARGIN;
const COLUMN_WIDTH = (INNER_WIDTH - GAP) / 2;
const FOOTER = 'Drawn by the consent-evidence fake. Not real evidence.';

/** What to draw and how high the sheet is. */
export interface PageLayout {
  readonly height: number;
  readonly shapes: readonly Shape[];
}

/** A part of the page: its shapes and where it ends. */
interface Block {
  shapes: Shape[];
  bottom: number;
}

const charsIn = (width: number, scale: number): number => Math.floor(width / textWidth(1, scale));

const write = (
  x: number,
  y: number,
  text: string,
  colour: Colour = INK,
  scale = BODY_SCALE,
): Shape => ({ kind: 'text', x, y, scale, colour, text });

const area = (x: number, y: number, width: number, height: number, colour: Colour): Shape => ({
  kind: 'rectangle',
  x,
  y,
  width,
  height,
  colour,
});

function frame(x: number, y: number, width: number, height: number, colour: Colour): Shape[] {
  const inner = area(x + 2, y + 2, width - 4, height - 4, PAPER);
  return [area(x, y, width, height, colour), inner];
}

/** Returns the text as one line, cut and ending in dots if it is too long. */
function oneLine(text: string, width: number): string {
  const most = charsIn(width, BODY_SCALE);
  const plain = printable(text);
  return plain.length > most ? `${plain.slice(0, most - 3)}...` : plain;
}

function titleBlock(title: string, top: number): Block {
  const lines = wrapText(printable(title), charsIn(INNER_WIDTH, TITLE_SCALE));
  return {
    shapes: lines.map((text, row) => write(MARGIN, top + row * TITLE_LINE, text, INK, TITLE_SCALE)),
    bottom: top + lines.length * TITLE_LINE,
  };
}

function fieldsBlock(fields: PageView['fields'], top: number): Block {
  const rowHeight = BODY_LINE + FIELD_HEIGHT + GAP / 2;
  const shapes = fields.flatMap(({ name, value }, index) => {
    const x = MARGIN + (index % 2) * (COLUMN_WIDTH + GAP);
    const y = top + Math.floor(index / 2) * rowHeight;
    return [
      write(x, y, oneLine(name, COLUMN_WIDTH)),
      ...frame(x, y + BODY_LINE, COLUMN_WIDTH, FIELD_HEIGHT, LINE),
      write(x + 10, y + BODY_LINE + 9, oneLine(value, COLUMN_WIDTH - 20)),
    ];
  });
  return { shapes, bottom: top + Math.ceil(fields.length / 2) * rowHeight };
}

const MARKS: Readonly<Record<CheckboxState, string>> = {
  checked: '\u2713',
  unchecked: ' ',
  unreadable: '?',
};

function disclosureBlock({ text, boxes }: PageView['disclosures'][number], top: number): Block {
  const indent = boxes.length * (BOX + 8);
  const left = MARGIN + indent;
  const lines = wrapText(printable(text), charsIn(INNER_WIDTH - indent, BODY_SCALE));
  const shapes = boxes.flatMap((state, index) => {
    const x = MARGIN + index * (BOX + 8);
    return [...frame(x, top, BOX, BOX, INK), write(x + 6, top + 4, MARKS[state], ACCENT)];
  });
  for (const [row, line] of lines.entries())
    shapes.push(write(left, top + 4 + row * BODY_LINE, line));
  return { shapes, bottom: top + Math.max(lines.length, 1) * BODY_LINE + 4 };
}

function submitBlock(label: string | undefined, top: number): Block {
  if (label === undefined) {
    const note = write(MARGIN, top + 14, '(no submission was detected)');
    return { shapes: [note], bottom: top + BUTTON_HEIGHT };
  }
  const text = oneLine(label, INNER_WIDTH - 48);
  const width = Math.max(textWidth(text.length, BODY_SCALE) + 48, 160);
  const textLeft = MARGIN + Math.round((width - textWidth(text.length, BODY_SCALE)) / 2);
  const shapes = [
    area(MARGIN, top, width, BUTTON_HEIGHT, ACCENT),
    write(textLeft, top + 15, text, PAPER),
  ];
  return { shapes, bottom: top + BUTTON_HEIGHT };
}

/** Lays out a page under a bar with its host. The picture's footer says where it comes from. */
export function layoutPage(host: string, view: PageView): PageLayout {
  const shapes: Shape[] = [];
  let bottom = BAR_HEIGHT;
  const add = (block: Block, hasContent = true): void => {
    shapes.push(...block.shapes);
    if (hasContent) bottom = block.bottom;
  };
  add(titleBlock(view.title, bottom + GAP), view.title !== '');
  add(fieldsBlock(view.fields, bottom + GAP), view.fields.length > 0);
  for (const disclosure of view.disclosures) add(disclosureBlock(disclosure, bottom + GAP));
  add(submitBlock(view.submitLabel, bottom + GAP));
  const height = Math.min(bottom + GAP + FOOTER_HEIGHT, PICTURE_MAX_HEIGHT);
  const footerTop = height - FOOTER_HEIGHT;
  return {
    height,
    shapes: [
      ...shapes,
      area(0, 0, PICTURE_WIDTH, BAR_HEIGHT, ACCENT),
      write(MARGIN, 17, oneLine(host, INNER_WIDTH), PAPER),
      area(0, footerTop, PICTURE_WIDTH, FOOTER_HEIGHT, PAPER),
      area(MARGIN, footerTop, INNER_WIDTH, 2, LINE),
      write(MARGIN, footerTop + 17, FOOTER),
    ],
  };
}
