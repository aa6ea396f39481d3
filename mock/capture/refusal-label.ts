/**
 * The start of a label that reads as a refusal. What follows a bare "no" tells it from "No
 * obligation quote".
 */
const REFUSAL = new RegExp(
  [
    '^(?:no(?:$|[,.!;:]| thanks?\\b| thank you\\b| i\\b)',
    '(?:i )?(?:skip|decline|cancel|reject|refuse|disagree|opt out|unsubscribe)\\b',
    "(?:i )?(?:do not|don't) (?:agree|accept|consent|want|contact|call|share)\\b",
    '(?:not now|not today|maybe later|leave this page)\\b',
    'no (?:gracias|acepto|autorizo|quiero|deseo|estoy)\\b',
    '(?:omitir|saltar|cancelar|rechazar|rechazo|declinar|ahora no|quizas mas tarde|salir))',
  ].join('|'),
);

/**
 * Tells whether a submit control's label reads as a refusal (spec §2.7), such as "No thanks, skip"
 * or "Rechazar". Which words count is not documented: this list is the fake's. It is English and
 * Spanish, matched at the label's start, and ignores case, accents and the kind of apostrophe.
 */
export function readsAsRefusal(label: string): boolean {
  const plain = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019]/g, "'")
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/^[^\p{L}]+/u, '')
    .trim();
  return REFUSAL.test(plain);
}
