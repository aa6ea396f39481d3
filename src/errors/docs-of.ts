const PAGES = 'docs/guides/';
const WHICH = 'errors-and-retries.md#which-error';

/** The page of each kind of error, below the guides: where it is said what to do about it. */
const PAGE_OF: Readonly<Record<string, string>> = {
  ConsentEvidenceError: 'errors-and-retries.md',
  CallError: WHICH,
  ApiError: 'error-messages.md#the-service-refused-apierror',
  ConnectionError: 'errors-and-retries.md#what-is-tried-again',
  TimeoutError: 'errors-and-retries.md#what-is-tried-again',
  AbortError: 'errors-and-retries.md#what-may-have-been-done',
  UnexpectedReplyError: WHICH,
  PaginationError: 'paging-and-exports.md#going-on-where-it-ended',
  InvalidInputError: WHICH,
  EvidenceUnavailableError: 'producing-and-sharing.md#collect-and-download',
  WebhookVerificationError: 'webhooks.md#why-a-delivery-was-refused',
  WebhookClaimLostError: 'webhooks.md#what-is-guaranteed-and-what-is-not',
  WebhookTimeoutError: 'webhooks.md#what-is-guaranteed-and-what-is-not',
  WebhookStoreFullError: 'webhooks.md#which-store',
  LedgerError: 'lead-intake.md#when-something-fails',
};

/** The page of an error whose kinds, the most general first, are `kinds`. */
export function docsOf(kinds: readonly string[]): string {
  const known = kinds.findLast((kind) => Object.hasOwn(PAGE_OF, kind)) ?? 'ConsentEvidenceError';
  return PAGES + (PAGE_OF[known] ?? '');
}
