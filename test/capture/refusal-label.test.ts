import { describe, expect, it } from 'vitest';
import { readsAsRefusal } from '../../mock/capture/consent-facts.ts';

describe('a label that reads as a refusal (spec §2.7)', () => {
  it.each([
    ...['No', 'NO!', 'No thanks', 'No thanks, skip', 'No, thank you', 'Skip', 'Skip this step'],
    ...['Decline', 'I decline', 'Cancel', 'Not now', '\u2715 Reject', 'Maybe later', 'I disagree'],
    ...['I do not agree', 'Don\u2019t call me', "  don't   share my details"],
    ...['No gracias', 'No, gracias', 'Omitir', 'Cancelar', 'Rechazar', 'Ahora no', 'No acepto'],
  ])('refuses: %j', (label) => {
    expect(readsAsRefusal(label)).toBe(true);
  });

  it.each([
    ...['', 'Submit', 'Get My Quote', 'Yes, call me', 'I agree', 'Next', 'Continuar', 'Acepto'],
    ...[
      'No obligation quote',
      'No-cost estimate',
      'Notify me',
      'Ver mi cotizaci\u00f3n',
      'Skipper deals',
    ],
  ])('does not refuse: %j', (label) => {
    expect(readsAsRefusal(label)).toBe(false);
  });
});
