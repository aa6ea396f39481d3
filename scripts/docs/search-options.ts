import type { DefaultTheme } from 'vitepress';

type LocalSearch = Extract<DefaultTheme.Config['search'], { provider: 'local' }>['options'];

/**
 * Splits a text into words at spaces and punctuation, with codes such as `CDR_PENDING` whole, and adds
 * the parts of both and of names such as `createLeadIntake`. The page gets this function as source
 * text, so it must not use anything outside itself.
 */
function tokenize(text: string): string[] {
  const words = text.split(/[\s\p{P}\p{S}]+/u).filter(Boolean);
  const codes = text.match(/\b[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+\b/g) ?? [];
  const parts = words.flatMap((word) => {
    const found = word.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? [];
    return found.length > 1 ? found : [];
  });
  return [...words, ...codes, ...parts];
}

/**
 * Returns the stem of a word, or nothing for one that says nothing. The page gets this function as
 * source text, as it does all of these.
 */
export function stem(term: string): string | null {
  const stops =
    /^(?:a|an|and|are|as|at|be|by|can|do|does|for|from|get|how|i|if|in|into|is|it|its|me|much|my|of|on|or|our|please|should|so|that|the|their|there|this|to|use|using|want|was|we|were|what|when|where|which|who|why|will|with|you|your)$/;
  const word = term.toLowerCase();
  if (stops.test(word)) return null;
  if (word.length < 5 || /[_\d]/.test(word)) return word.replace(/(?<=[^s]{3})s$/, '');
  return word
    .replace(/ies$/, 'y')
    .replace(/(?:ations?|ating|ated|ates?)$/, 'at')
    .replace(/(?:ings?|ed|es|s|e)$/, '')
    .replace(/(?<=..)([bdglmnprt])\1$/, '$1');
}

/**
 * Returns the stems that a typed word stands for: readers name things in the words of other products.
 */
export function expand(term: string): string[] | null {
  const words: Record<string, string> = {
    alert: 'telemetry incident',
    amount: 'charge',
    api: 'specification',
    audit: 'archive evidence',
    aws: 'lambda',
    backoff: 'retry wait',
    bill: 'charge',
    billing: 'charge',
    breaking: 'version change',
    ci: 'test vitest',
    cdr: 'certified digital record',
    certificate: 'cdr record',
    changelog: 'version',
    charged: 'charge report',
    compose: 'container',
    cost: 'charge money',
    court: 'dossier lawyer',
    database: 'postgres sqlite',
    delete: 'erase erasure',
    docker: 'container',
    duplicate: 'decision lead twice',
    emulator: 'fake',
    exactly: 'once transaction',
    expired: 'gone share lifetime',
    gdpr: 'erase erasure person',
    github: 'test ci',
    idempotency: 'twice repeat retry',
    idempotent: 'twice repeat retry',
    integrity: 'verify archive hash',
    invoice: 'charge',
    kubernetes: 'container machines',
    lawyer: 'dossier',
    lawsuit: 'dossier',
    legal: 'dossier',
    limit: 'retry',
    localhost: 'fake server',
    lost: 'unknown outcome retry',
    migrate: 'version',
    mocha: 'sinon jest',
    mocking: 'fake mock',
    monitoring: 'telemetry',
    next: 'framework',
    offline: 'fake',
    opentelemetry: 'telemetry otel',
    otel: 'telemetry',
    pagination: 'page paging',
    person: 'erase',
    php: 'language openapi',
    price: 'charge money',
    privacy: 'erase phone hash',
    prove: 'verify archive',
    proven: 'verify archive',
    python: 'language local service',
    rate: 'retry wait',
    revoke: 'rotate key',
    ruby: 'language openapi',
    sandbox: 'fake',
    schema: 'openapi types',
    sdk: 'client',
    serverless: 'lambda worker',
    spend: 'charge report',
    sqs: 'queue at-least-once',
    stub: 'fake mock',
    tampered: 'verify archive',
    tcpa: 'consent disclosure',
    throttle: 'retry 429',
    trustedform: 'cdr record start',
    unchanged: 'verify archive',
    upgrade: 'version',
    vercel: 'framework next',
  };
  const stops =
    /^(?:a|an|and|are|as|at|be|by|can|do|does|for|from|get|how|i|if|in|into|is|it|its|me|much|my|of|on|or|our|please|should|so|that|the|their|there|this|to|use|using|want|was|we|were|what|when|where|which|who|why|will|with|you|your)$/;
  const stemOf = (each: string): string =>
    each.length < 5 || /[_\d]/.test(each)
      ? each.replace(/(?<=[^s]{3})s$/, '')
      : each
          .replace(/ies$/, 'y')
          .replace(/(?:ations?|ating|ated|ates?)$/, 'at')
          .replace(/(?:ings?|ed|es|s|e)$/, '')
          .replace(/(?<=..)([bdglmnprt])\1$/, '$1');
  const word = term.toLowerCase();
  if (stops.test(word)) return null;
  return [word, ...(Object.hasOwn(words, word) ? (words[word] ?? '').split(' ') : [])].map(stemOf);
}

/** Ranks guides and error codes above the reference, and the reference above reports and the changelog. */
function boostDocument(id: string): number {
  if (id.includes('/guides/specification')) return 0.8;
  if (id.includes('/guides/')) return 3;
  if (id.includes('/errors/')) return 2;
  if (/\/(?:api|examples|options|assistants)/.test(id)) return 0.7;
  if (/\/(?:conformance|performance|quality|changelog|decisions)/.test(id)) return 0.3;
  return 1;
}

/** The options of the site's search, which runs in the browser without a server. */
export const searchOptions: LocalSearch = {
  detailedView: true,
  miniSearch: {
    options: { tokenize, processTerm: stem },
    searchOptions: {
      fuzzy: 0.15,
      prefix: true,
      boost: { title: 5, titles: 2, text: 1 },
      boostDocument,
      processTerm: expand,
    },
  },
};
