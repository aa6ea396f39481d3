/** Messages that have their cause and their remedy in common, by the begin of their files' paths. */
export interface MessageGroup {
  readonly prefixes: readonly string[];
  readonly title: string;
  /** The error that carries them. */
  readonly carrier: string;
  readonly cause: string;
  readonly next: string;
}

const INPUT = '`InvalidInputError`, in `issues[].message`';
const FAKE_INPUT = '`InvalidInputError` of the fake';
const UNVERIFIED = '`WebhookVerificationError`';

export const MESSAGE_GROUPS: readonly MessageGroup[] = [
  {
    title: 'Options of the client',
    prefixes: [
      'src/client',
      'src/transport/base-url.ts',
      'src/transport/share-origins.ts',
      'src/transport/api-key.ts',
    ],
    carrier: INPUT,
    cause: 'What the constructor, `withOptions` or the environment gave cannot be used.',
    next: 'Correct the option or variable that `path` names. The value of a key is never repeated.',
  },
  {
    title: 'Options of a call',
    prefixes: ['src/transport/call-options.ts'],
    carrier: INPUT,
    cause: 'An option is misspelt, of the wrong kind or out of its bounds.',
    next: 'Correct it; nothing was sent. Times are in milliseconds.',
  },
  {
    title: 'Identifiers, share URLs and raw requests',
    prefixes: [
      'src/resources/identifier.ts',
      'src/contract/path.ts',
      'src/resources/share-url.ts',
      'src/resources/checked',
    ],
    carrier: INPUT,
    cause: 'The value would have reached another address than the one that was meant.',
    next: 'Where it came with a lead, refuse the lead; where it is your own, correct it.',
  },
  {
    title: 'Lists and walks',
    prefixes: ['src/resources/cdr-list', 'src/resources/phone-search.ts', 'src/pagination.ts'],
    carrier: `${INPUT}; \`PaginationError\``,
    cause: 'The query cannot be meant so, or the walk cannot go on.',
    next: 'Correct the query, raise `limit`, or go on later from the `pageToken` of the error.',
  },
  {
    title: 'Sharing and receiving',
    prefixes: ['src/resources/share-expiry.ts', 'src/resources/shares.ts'],
    carrier: INPUT,
    cause:
      'A lifetime that the service would read otherwise, or a lead’s number that it cannot read.',
    next: 'Give one lifetime between 0 and two years; refuse the lead whose number it is.',
  },
  {
    title: 'Evidence images',
    prefixes: [
      'src/resources/evidence.ts',
      'src/resources/evidence-url.ts',
      'src/resources/file-sink.ts',
      'src/resources/part-file.ts',
      'src/resources/read-evidence.ts',
    ],
    carrier: `\`EvidenceUnavailableError\`, \`UnexpectedReplyError\` or ${INPUT}`,
    cause: 'The image is not to be had for this organization, or what arrived is not it.',
    next: 'By `reason`: collect the record, use `downloadTo`, or call again later for a fresh address.',
  },
  {
    title: 'Acceptance criteria',
    prefixes: ['src/contract/', 'src/acceptance/evaluate.ts', 'src/acceptance/readings.ts'],
    carrier: INPUT,
    cause: 'The criteria break the strict schema (spec §2.7), or a record is none.',
    next: 'Correct the field that `path` names; the service would refuse the same.',
  },
  {
    title: 'Judging without the service',
    prefixes: ['src/acceptance/judge'],
    carrier: '`undecidable[].why` of `evaluateAcceptance`',
    cause: 'What was handed in does not hold what the rule needs.',
    next: 'Judge the whole record from `cdrs.get`, and hand `hasPhone` in for `leadMatch`.',
  },
  {
    title: 'Warnings about criteria',
    prefixes: ['src/acceptance/lint'],
    carrier: '`lintAcceptance`',
    cause: 'The criteria are valid and do something that is rarely meant.',
    next: 'Change them, or leave them where it is meant.',
  },
  {
    title: 'Why a record was refused',
    prefixes: ['src/acceptance/explain.ts'],
    carrier: '`explainFailures`',
    cause:
      'A requirement was not met (`failed`), or cannot be judged on this record (`unavailable`).',
    next: 'By `remedy`: ask the producer, or refuse the lead for good. Nothing was charged.',
  },
  {
    title: 'Calls that ended without an answer, and the advice beside an answer',
    prefixes: ['src/transport/', 'src/resources/read-dashboard-url.ts'],
    carrier: '`ConnectionError`, `TimeoutError`, `AbortError`, `UnexpectedReplyError`, `ApiError`',
    cause: 'The connection, a limit of time, a gateway in between, or a wrong `baseUrl`.',
    next: 'By `outcome`: repeat collect and receive freely, share only if another token does no harm.',
  },
  {
    title: 'What became of a lead',
    prefixes: ['src/decision/'],
    carrier: '`explainReceive`, in its `message` and `sellerMessage`',
    cause: 'What `shares.receive` gave or threw.',
    next: 'By `decision`: [what to do with the lead](./receiving-and-acceptance.md#what-to-do-with-the-lead).',
  },
  {
    title: 'client.check()',
    prefixes: ['src/check.ts'],
    carrier: '`problems[].message`',
    cause: 'Something stands between this client and the service.',
    next: 'Look at what `area` names.',
  },
  {
    title: 'Deliveries that were not accepted',
    prefixes: [
      'src/webhooks/check-age.ts',
      'src/webhooks/mismatch-hint.ts',
      'src/webhooks/parse-event.ts',
      'src/webhooks/raw-body.ts',
      'src/webhooks/read-',
      'src/webhooks/usable-secrets.ts',
      'src/webhooks/signature-headers.ts',
      'src/webhooks/verify-',
    ],
    carrier: `${UNVERIFIED}, its \`message\` and its \`hint\``,
    cause: 'Its `reason`, in the table of [webhooks](./webhooks.md#why-a-delivery-was-refused).',
    next: 'What the same table says; a delivery that is not accepted is never an event.',
  },
  {
    title: 'Receivers and their stores',
    prefixes: ['src/webhooks/'],
    carrier: `${INPUT}; \`WebhookStoreFullError\`, \`WebhookClaimLostError\`, \`WebhookTimeoutError\`; \`onError\``,
    cause:
      'An option of the receiver, or something that cannot take the delivery in, or not in time.',
    next: 'Correct the option; for a store see [which store](./webhooks.md#which-store).',
  },
  {
    title: 'What the fake answers',
    prefixes: [
      'mock/api/',
      'mock/service/operations/',
      'mock/engine/engine.ts',
      'mock/service/webhooks/',
      'mock/fake/fetch.ts',
      'mock/doors/node/foreign-host.ts',
    ],
    carrier: '`ApiError`, in its `message`; `mock.explain(requestId)`',
    cause: 'The service would refuse the call with the same code. The sentence is the fake’s own.',
    next: 'It says so itself; branch on `code`, never on these words.',
  },
  {
    title: 'What the fake is given',
    prefixes: ['mock/'],
    carrier: FAKE_INPUT,
    cause: 'An option, a page, a fault or a snapshot cannot be used; the world is unchanged.',
    next: 'Correct the field that `path` names.',
  },
  {
    title: 'The door of MSW',
    prefixes: ['mock/doors/msw/', 'mock/msw'],
    carrier:
      'what the request fails with: an `Error` with the code `ECONNREFUSED`, under msw 3 as the `cause` of that of `fetch`; in a browser `InvalidInputError`',
    cause:
      'Neither the fake nor a handler of your own answers the request; or there is no Node to listen in.',
    next: 'See [with MSW](./testing-with-the-fake.md#in-a-test-with-msw).',
  },
  {
    title: 'Seeds',
    prefixes: ['mock/seed/'],
    carrier: FAKE_INPUT,
    cause: 'A seed contradicts itself or the service’s rules; nothing of it was applied.',
    next: 'Correct the place that `path` names; [seeds](./seeds.md) has the form.',
  },
  {
    title: 'The control API of the served fake',
    prefixes: ['mock/control/'],
    carrier: 'a JSON body `{ ok: false, error: { message } }`',
    cause: 'The request to the control API is refused, and the world is unchanged.',
    next: 'It says so itself.',
  },
  {
    title: 'The command line',
    prefixes: ['mock/cli/'],
    carrier: 'standard error, exit code 1 or 2; findings of `webhook doctor`',
    cause: 'A flag, a file or a port cannot be used, or a receiver answers wrongly.',
    next: 'It says so itself; `--help` lists the flags.',
  },
  {
    title: 'A lead intake',
    prefixes: [
      'src/intake/intake',
      'src/intake/lead.ts',
      'src/intake/check-same',
      'src/intake/orphans.ts',
    ],
    carrier: INPUT,
    cause:
      'An option of the intake, or a lead, cannot be used; or the lead was taken with other facts.',
    next: 'Correct what `path` names. Nothing was sent, and nothing in the ledger was changed.',
  },
  {
    title: 'A ledger of leads',
    prefixes: ['src/intake/'],
    carrier: '`LedgerError`, `InvalidInputError` or an `Error` of the ledger',
    cause: 'The ledger, or the database below it, failed.',
    next: 'Before anything was sent: take the lead again. After the receive the lead is held, and `resume` goes on.',
  },
  {
    title: 'Databases that were handed in',
    prefixes: ['src/sql/'],
    carrier: INPUT,
    cause: 'A table name, a database or what ran in a transaction cannot be used.',
    next: 'Correct what `path` names; the transaction was rolled back.',
  },
];

/** The group of a file: the one with the longest prefix that fits. */
export function groupOf(file: string): MessageGroup {
  const fits = ({ prefixes }: MessageGroup): number =>
    Math.max(0, ...prefixes.filter((each) => file.startsWith(each)).map(({ length }) => length));
  const [best] = MESSAGE_GROUPS.toSorted((a, b) => fits(b) - fits(a));
  if (best === undefined || fits(best) === 0) throw new Error(`${file} is in no group of messages`);
  return best;
}
