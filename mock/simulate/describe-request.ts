import type { Story } from './story.ts';

/** A request in words. */
export interface DescribedRequest {
  /** Follows "Acme Solar" in a sentence. */
  readonly text: string;
  /** What is compared between two runs. */
  readonly key: string;
  /** The share token of a receive. */
  readonly token: string | undefined;
}

type Describe = readonly [RegExp, (story: Story, ...parts: string[]) => string];

const SENTENCES: readonly Describe[] = [
  [
    /^POST \/v1\/shares\/([^/]+)(?:\/claim)?$/,
    (story, token = '') => `asks to receive ${story.nameOf(token)}`,
  ],
  [/^GET \/v1\/cdrs\/([^/]+)$/, (story, cdrId = '') => `reads ${story.nameOf(cdrId)}`],
  [
    /^POST \/v1\/cdrs\/([^/]+)\/collect$/,
    (story, cdrId = '') => `asks to collect ${story.nameOf(cdrId)}`,
  ],
  [/^POST \/v1\/cdrs\/([^/]+)\/share$/, (story, cdrId = '') => `shares ${story.nameOf(cdrId)}`],
  [/^GET \/v1\/domains$/, () => 'lists its domains'],
  [/^GET \/v1\/domains\/([^/]+)\/cdrs$/, (_story, domain = '') => `lists the records of ${domain}`],
];

export function isRequest(input: Request | URL | string): input is Request {
  return typeof input === 'object' && 'url' in input;
}

/** Describes a request in words. */
export function describeRequest(
  input: Request | URL | string,
  init: { method?: string; body?: unknown } | undefined,
  story: Story,
): DescribedRequest {
  const given = isRequest(input);
  const method = init?.method ?? (given ? input.method : 'GET');
  const { pathname, search } = new URL(given ? input.url : input);
  const line = `${method.toUpperCase()} ${pathname}`;
  const body = typeof init?.body === 'string' ? ` ${init.body}` : '';
  const token = /^POST \/v1\/shares\/([^/]+)/.exec(line)?.[1];
  const key = `${line}${search}${body}`;
  for (const [pattern, sentence] of SENTENCES) {
    const found = pattern.exec(line);
    if (found !== null) return { text: sentence(story, ...found.slice(1)), key, token };
  }
  return { text: `sends ${line}`, key, token };
}
