export const GLYPH_WIDTH = 5;

/** Seven rows from the top, each a base-32 digit whose five bits are the row's pixels. */
const GLYPHS = new Map(
  Object.entries({
    ' ': '0000000',
    '!': '4444404',
    '"': 'aaa0000',
    '#': 'aavavaa',
    $: '4fke5u4',
    '%': 'op248j3',
    '&': 'cik8lid',
    "'": '4440000',
    '(': '2488842',
    ')': '8422248',
    '*': '04lel40',
    '+': '044v440',
    ',': '0000648',
    '-': '000v000',
    '.': '00000cc',
    '/': '01248g0',
    ':': '00cc0cc',
    ';': '0cc0c48',
    '0': 'ehjlphe',
    '1': '4c4444e',
    '2': 'eh1248v',
    '3': 'v2421he',
    '4': '26aiv22',
    '5': 'vgu11he',
    '6': '68guhhe',
    '7': 'v124888',
    '8': 'ehhehhe',
    '9': 'ehhf12c',
    '<': '248g842',
    '=': '00v0v00',
    '>': '8421248',
    '?': 'eh12404',
    '@': 'eh1dlle',
    A: 'ehhvhhh',
    B: 'uhhuhhu',
    C: 'ehggghe',
    D: 'sihhhis',
    E: 'vgguggv',
    F: 'vgguggg',
    G: 'ehgnhhf',
    H: 'hhhvhhh',
    I: 'e44444e',
    J: '72222ic',
    K: 'hikokih',
    L: 'ggggggv',
    M: 'hrllhhh',
    N: 'hhpljhh',
    O: 'ehhhhhe',
    P: 'uhhuggg',
    Q: 'ehhhlid',
    R: 'uhhukih',
    S: 'fgge11u',
    T: 'v444444',
    U: 'hhhhhhe',
    V: 'hhhhha4',
    W: 'hhhllla',
    X: 'hha4ahh',
    Y: 'hhha444',
    Z: 'v1248gv',
    '[': 'e88888e',
    '\\': '0g84210',
    ']': 'e22222e',
    '^': '4ah0000',
    _: '000000v',
    '`': '8420000',
    a: '00e1fhf',
    b: 'ggmphhu',
    c: '00egghe',
    d: '11djhhf',
    e: '00ehvge',
    f: '698s888',
    g: 'fhhhf1e',
    h: 'ggmphhh',
    i: '40c444e',
    j: '20622ic',
    k: 'ggikoki',
    l: 'c44444e',
    m: '00qllhh',
    n: '00mphhh',
    o: '00ehhhe',
    p: 'uhhhugg',
    q: 'fhhhf11',
    r: '00mpggg',
    s: '00ege1u',
    t: '88s8896',
    u: '00hhhjd',
    v: '00hhha4',
    w: '00hhlla',
    x: '00ha4ah',
    y: 'hhhhf1e',
    z: '00v248v',
    '{': '2448442',
    '|': '4444444',
    '}': '8442448',
    '~': '008l200',
    '\u2713': '112ikc8',
  }),
);

/** The glyph for a character that the font does not have. */
const UNKNOWN_GLYPH = 'vhhhhhv';

/** Characters that hang two rows below the line. */
const DESCENDERS = new Set('gpqy,');

/** A glyph's rows from the top, bit 4 the leftmost pixel, and how far it hangs below the line. */
export interface Glyph {
  readonly rows: readonly number[];
  readonly drop: number;
}

const toGlyph = (digits: string, character: string): Glyph => ({
  rows: [...digits].map((digit) => Number.parseInt(digit, 32)),
  drop: DESCENDERS.has(character) ? 2 : 0,
});

/** Returns the glyph of a printable ASCII character or of a tick. Any other is a hollow box. */
export function glyphOf(character: string): Glyph {
  return toGlyph(GLYPHS.get(character) ?? UNKNOWN_GLYPH, character);
}
