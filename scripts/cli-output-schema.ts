type Json = Readonly<Record<string, unknown>>;

const text: Json = { type: 'string' };
const number: Json = { type: 'number' };
const flag: Json = { type: 'boolean' };
const object: Json = { type: 'object' };
const texts: Json = { type: 'array', items: text };
const variables: Json = { type: 'object', additionalProperties: text };
const instant: Json = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
};

/** An object with these members; more may come in a later version. */
const having = (required: Json, optional: Json = {}): Json => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
});

const listOf = (items: Json): Json => ({ type: 'array', items });

/** What a command on an account always says about it. */
const account = [{ baseUrl: text }, { profile: text }] as const;

const judged = { records: text, now: instant, interrupted: flag, judged: number };
const unreadable = {
  unreadableCount: number,
  unreadable: listOf(having({ place: text, why: text })),
};
const planned = having({ tier: number, tiers: listOf(object), leaves: text });
const outcome = { enum: ['accepted', 'rejected', 'undecidable'] };
const candidate = having({
  domainId: text,
  cdrId: text,
  createdAt: text,
  key: text,
  collected: flag,
  devMode: flag,
});
const explained = {
  code: text,
  kind: text,
  cause: text,
  next: text,
  docs: text,
};
const sold = { status: { anyOf: [number, text] }, pays: text, lead: text, sellerMessage: text };
const finding = having(
  { probe: text, verdict: { enum: ['pass', 'warn', 'fail', 'skip'] }, answer: text, meaning: text },
  { tookMs: number, mistake: text },
);

/** What a command on a ledger always says about it. */
const ledger = { ledger: text, account: text };
const decision = having({ source: text, leadId: text, decision: text, requestIds: texts });

/** The `data` of each command that has `--json`. Reports of a function are as it returns them. */
const DATA: Readonly<Record<string, Json>> = {
  check: having(
    { ...account[0], problems: listOf(having({ area: text, message: text })) },
    { ...account[1], clockSkewMs: number, keyId: text, organizationName: text },
  ),
  find: having(
    {
      ...account[0],
      tenDigits: text,
      keys: texts,
      scan: flag,
      askedAt: instant,
      requests: number,
      interrupted: flag,
      truncated: flag,
      searched: texts,
      left: texts,
      failed: listOf(having({ domainId: text, message: text })),
      candidates: listOf(candidate),
    },
    { ...account[1], resumeAfter: text, notFound: text },
  ),
  reconcile: having(
    {
      ...account[0],
      since: instant,
      interrupted: flag,
      seen: number,
      received: number,
      domainsDone: number,
      domains: number,
      missedCount: number,
      missed: listOf(having({ cdrId: text, domainId: text })),
      problems: listOf(having({ message: text })),
    },
    account[1],
  ),
  pull: having(
    {
      ...account[0],
      out: text,
      pulledAt: instant,
      records: number,
      requests: number,
      leftOut: { type: 'object', additionalProperties: number },
      interrupted: flag,
      hasMore: flag,
    },
    account[1],
  ),
  'leads held': having({
    ...ledger,
    heldCount: number,
    acts: { type: 'object', additionalProperties: number },
    leads: listOf(
      having({
        source: text,
        leadId: text,
        decision: text,
        code: text,
        message: text,
        act: text,
        attempts: number,
        heldSince: number,
        requestIds: texts,
      }),
    ),
  }),
  'leads show': having({ ...ledger, entry: object, decision }),
  'leads settle': having({ ...ledger, decision }, { ...account[0], ...account[1] }),
  'leads report': having({ ...ledger, report: object }),
  'leads receive': having(
    {
      ...ledger,
      baseUrl: text,
      out: text,
      interrupted: flag,
      rows: number,
      leads: number,
      decisions: { type: 'object', additionalProperties: number },
      sent: number,
      maxReceives: number,
    },
    { ...account[1], stoppedBy: text },
  ),
  archive: having(
    {
      ...account[0],
      dir: text,
      interrupted: flag,
      counts: object,
      problems: listOf(object),
      notCollected: listOf(object),
      expiring: listOf(object),
      manifest: having({ lines: number, head: text }),
      beganAt: number,
      endedAt: number,
    },
    account[1],
  ),
  'archive verify': having(
    { dir: text, interrupted: flag },
    {
      problems: listOf(object),
      problemCount: number,
      ignored: texts,
      records: number,
      erased: number,
      lines: number,
      files: number,
      bytes: number,
      head: text,
      seals: object,
    },
  ),
  'archive find': having({
    dir: text,
    truncated: flag,
    hits: listOf(having({ cdrId: text, domainId: text, createdAt: number, record: object })),
    problems: listOf(object),
  }),
  'archive erase': having({ dir: text, cdrId: text, erased: texts }),
  'archive disclosures': having(
    { dir: text, interrupted: flag },
    {
      records: number,
      recordsWithoutDisclosure: number,
      notApproved: number,
      texts: listOf(
        having({
          text,
          approved: { type: ['boolean', 'null'] },
          records: number,
          firstSeen: { type: ['string', 'null'] },
          lastSeen: { type: ['string', 'null'] },
          pages: listOf(having({ page: { type: ['string', 'null'] }, records: number })),
          recordsOnOtherPages: number,
          mechanisms: listOf(having({ mechanism: { type: ['string', 'null'] }, records: number })),
          recordsByOtherMechanisms: number,
        }),
      ),
      rest: having({ disclosures: number, notApproved: number }),
    },
  ),
  dossier: having(
    {
      out: text,
      interrupted: flag,
      problems: listOf(object),
      found: number,
      records: number,
      images: number,
      notCollected: listOf(object),
      manifest: having({ lines: number, head: text }),
    },
    { ...account[0], ...account[1], offline: { const: true }, page: text, declaration: text },
  ),
  calibrate: {
    ...having({}, { plan: planned, report: object, since: object }),
    oneOf: [{ required: ['plan'] }, { required: ['report'] }],
  },
  'criteria lint': having({
    file: text,
    issues: listOf(having({ path: text, message: text })),
    warnings: listOf(having({ path: text, message: text, code: text })),
  }),
  'criteria test': having(
    {
      file: text,
      ...judged,
      outcomes: object,
      refusedBy: listOf(object),
      undecidable: listOf(object),
      ...unreadable,
      verdicts: listOf(having({ record: text, outcome, failures: listOf(object) })),
    },
    { acceptedPercent: number },
  ),
  'criteria diff': having({
    a: text,
    b: text,
    ...judged,
    changedCount: number,
    ...unreadable,
    counts: { type: 'object', additionalProperties: number },
    changed: listOf(having({ record: text, before: outcome, after: outcome, because: texts })),
  }),
  explain: {
    ...having({}, { codes: listOf(having(explained, sold)), ...explained, ...sold }),
    oneOf: [{ required: ['codes'] }, { required: Object.keys(explained) }],
  },
  mock: having({
    url: text,
    controlUrl: text,
    env: variables,
    organizations: listOf(having({ organizationId: text, name: text, env: variables })),
  }),
  'mock env': having({ env: variables }),
  'mock logs': having({
    requests: listOf({ type: 'object' }),
    deliveries: listOf({ type: 'object' }),
  }),
  'mock open': having({ url: text }),
  'webhook doctor': having({ url: text, findings: listOf(finding) }, { cause: text }),
  'webhook send': having(
    { url: text, webhookId: text, signedAt: instant, tookMs: number },
    { status: number, error: { enum: ['timeout', 'no connection'] } },
  ),
  'webhook sign': having({ headers: variables }),
};

const error = having(
  { name: text, message: text },
  {
    code: text,
    status: number,
    operation: text,
    outcome: text,
    requestId: text,
    attempts: number,
    issues: listOf(having({ path: text, message: text })),
  },
);

/** The JSON Schema (draft 2020-12) of what the command line prints with `--json`. */
export function cliOutputJsonSchema() {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Output of the command line',
    description: 'The line that a command of the package `consent-evidence` prints with `--json`.',
    type: 'object',
    properties: {
      ok: { type: 'boolean', description: 'Whether the exit code is 0.' },
      command: {
        type: 'string',
        description: 'The words that name the command; empty if the command line names none.',
      },
      version: { type: 'string', description: 'The version of the package.' },
      at: { ...instant, description: 'When the line was printed.' },
      data: { type: 'object', description: 'What the command did or found.' },
      error: { ...error, description: 'What ended the command.' },
    },
    required: ['ok', 'command', 'version', 'at'],
    oneOf: [
      { properties: { command: { enum: Object.keys(DATA) } }, required: ['data'] },
      { properties: { ok: { const: false } }, required: ['error'] },
    ],
    allOf: Object.entries(DATA).map(([command, data]) => ({
      if: { properties: { command: { const: command } } },
      then: { properties: { data } },
    })),
  };
}
