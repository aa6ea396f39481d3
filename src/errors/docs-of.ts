const RETRIES = 'errors-and-retries.md#what-is-tried-again';
const GUARANTEES = 'webhooks.md#what-is-guaranteed-and-what-is-not';

/** Where it is said what to do about an error of this kind; every other is in the table of errors. */
const PAGE_OF: Readonly<Record<string, string>> = {
  ApiError: 'error-messages.md#the-service-refused-apierror',
  ConnectionError: RETRIES,
  TimeoutError: RETRIES,
  PaginationError: 'paging-and-exports.md#going-on-where-it-ended',
  EvidenceUnavailableError: 'producing-and-sharing.md#collect-and-download',
  WebhookVerificationError: 'webhooks.md#why-a-delivery-was-refused',
  WebhookClaimLostError: GUARANTEES,
  WebhookTimeoutError: GUARANTEES,
  WebhookStoreFullError: 'webhooks.md#which-store',
  LedgerError: 'lead-intake.md#when-something-fails',
};

/** The page of an error whose kinds, the most general first, are `kinds`. */
export function docsOf(kinds: readonly string[]): string {
  return `docs/guides/${PAGE_OF[kinds.at(-1) ?? ''] ?? 'errors-and-retries.md#which-error'}`;
}
