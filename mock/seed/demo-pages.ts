import type { SeedPage } from './seed.ts';

/** Pages of verticals that no preset shows. Names, hosts and numbers are reserved. */

export const loanPage: SeedPage = {
  pageUrl:
    'https://apply.lendfast.example/personal?gclid=Cj0KDemo&utm_source=google&utm_medium=cpc',
  pageTitle: 'Personal loans from $1,000',
  formAction: 'https://apply.lendfast.example/api/apply',
  pageText: 'Rates depend on your credit. Checking yours does not change your score.',
  fields: [
    { name: 'firstName', autocomplete: 'given-name', value: 'Jos\u00e9' },
    { name: 'lastName', autocomplete: 'family-name', value: 'Garc\u00eda-L\u00f3pez' },
    { name: 'email', type: 'email', value: 'jose@mail.example' },
    { name: 'phoneNumber', type: 'tel', value: '1-305-555-0112' },
    { name: 'amount', value: '7500' },
  ],
  disclosures: [
    {
      key: 'contact',
      text: 'I agree that LendFast Demo may call or text me about my application at the number I gave, also with an autodialer. I can apply by phone without agreeing.',
      checkbox: 'checked',
    },
    {
      key: 'credit',
      text: 'I authorize LendFast Demo to obtain a soft credit report.',
      checkbox: 'checked',
    },
  ],
  submit: { label: 'Check my rate', nodeId: 'check-rate' },
  customMetadata: {
    lead_id: 'LF-7001',
    campaign: 'brand_fl',
    state: 'FL',
    amount: 7500,
    sub_id: 'a1',
  },
  clientTimezone: 'America/New_York',
  timeOnPageMs: 93_120,
};

export const autoInsurancePage: SeedPage = {
  pageUrl: 'https://m.autoquote.example/start?msclkid=demo41&utm_source=bing&utm_campaign=',
  pageTitle: 'Car insurance in two minutes',
  formAction: 'https://m.autoquote.example/quote',
  fields: [
    { name: 'name', autocomplete: 'name', value: '\u674e\u5c0f\u9f8d' },
    { name: 'cell', type: 'tel', value: '206.555.0155' },
    { name: 'vehicle', value: '2019 hatchback' },
  ],
  disclosures: [
    {
      text: 'By tapping See My Rates you agree that AutoQuote Demo and its agents may text you quotes. Reply STOP to end.',
    },
  ],
  submit: { label: 'See My Rates' },
  customMetadata: { lead_id: 'AQ-1188', campaign: 'mobile', state: 'WA', verified: true },
  clientTimezone: 'America/Los_Angeles',
  timeOnPageMs: 17_400,
  signer: {
    ip: '198.51.100.61',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    geo: { countryCode: 'US', region: 'WA', city: 'Seattle', accuracyRadiusKm: 50, source: 'ip' },
  },
};

export const injuryPage: SeedPage = {
  pageUrl: 'https://claims.injury-desk.example/free-review?utm_source=tv&utm_content=Spot%2017',
  pageTitle: 'Free case review',
  formAction: 'https://claims.injury-desk.example/intake',
  pageText: 'Attorney advertising. Call us any time on 800-555-0199.',
  fields: [
    { name: 'first', autocomplete: 'given-name', value: 'Siobhan' },
    { name: 'last', autocomplete: 'family-name', value: "O'Hara" },
    { name: 'telephone', type: 'tel', value: '(602) 555-0138' },
    { name: 'alt_phone', type: 'tel', value: '602-555-0139' },
    { name: 'what_happened', value: 'Rear-ended at a light \u{1f697}' },
  ],
  disclosures: [
    {
      key: 'review',
      text: 'I ask Injury Desk Demo to call or text me about my case. This does not make me a client.',
      checkbox: ['checked', 'checked'],
    },
  ],
  submit: { label: 'Get my free review' },
  customMetadata: { lead_id: 'ID-0420', campaign: 'tv_phx', state: 'AZ' },
  clientTimezone: 'America/Phoenix',
  timeOnPageMs: 141_000,
};

export const windowsPage: SeedPage = {
  pageUrl:
    'https://lp.windows-now.example/offer?fbclid=IwAR2demo&utm_source=FB&utm_term=new+windows',
  pageTitle: 'New windows, one visit',
  formAction: 'https://forms.builder.example/embed/8812',
  fields: [
    { name: 'full_name', autocomplete: 'name', value: '\u05d3\u05e0\u05d4 \u05db\u05d4\u05df' },
    { name: 'tel', type: 'tel', value: '+1 614 555 0177' },
    { name: 'zip', value: '43004' },
  ],
  disclosures: [
    {
      key: 'offer',
      text: 'By ticking this box I agree that Windows Now Demo may call or text me about replacement windows. Agreeing is not needed to buy.',
      checkbox: 'checked',
    },
  ],
  submit: { label: 'Book my visit' },
  customMetadata: {
    lead_id: 'WN-3310',
    campaign: 'fb_oh',
    state: 'OH',
    page: { builder: 'iframe' },
  },
  clientTimezone: 'America/New_York',
  timeOnPageMs: 36_800,
};
