/** How often one encoding may stand within another: a query in an attribute, JSON in JSON. */
const NESTED_MAX = 2;

/** The zeros of scripts follow each other ten by ten, in ranges that no other character interrupts. */
function latinOf(digit: string): string {
  let code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code -= 1;
    value += 1;
  }
  return String(value % 10);
}

const plain = (text: string): string =>
  text.normalize('NFKC').replace(/(?![0-9])\p{Nd}/gu, latinOf);

function percent(text: string): string {
  return text.replace(/%u([0-9a-f]{4})|(?:%[0-9a-f]{2})+/gi, (each, unit?: string) => {
    if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
    const bytes = each.slice(1).split('%');
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
  });
}

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : ' ');

/** Every other name of an entity is that of a sign, a space or a letter: none is a digit or a plus. */
const NAMED = new Map(Object.entries({ amp: '&', plus: '+' }));

function entities(text: string): string {
  const pattern = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,30}));/gi;
  return text.replace(pattern, (_, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    return decimal === undefined
      ? (NAMED.get((name ?? '').toLowerCase()) ?? ' ')
      : character(Number(decimal));
  });
}

function escapes(text: string): string {
  const pattern = /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([nrtbfv])|(.))/gis;
  return text.replace(
    pattern,
    (_, point?: string, unit?: string, byte?: string, space?: string, other?: string) =>
      space === undefined
        ? (other ?? character(Number.parseInt(point ?? unit ?? byte ?? '20', 16)))
        : ' ',
  );
}

const DECODERS = [percent, entities, escapes];

/**
 * Returns a text and what it says where it is percent-encoded, has HTML entities or the escapes of
 * JSON and JavaScript, each also once within another. Digits of every script are `0` to `9`.
 */
export function decodedForms(text: string): Set<string> {
  const forms = new Set([text]);
  if (!/[%&\\]/.test(text)) return new Set([plain(text)]);
  for (let depth = 0; depth < NESTED_MAX; depth += 1) {
    for (const form of [...forms]) for (const decode of DECODERS) forms.add(decode(form));
  }
  return new Set([...forms].map(plain));
}
