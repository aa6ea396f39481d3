/**
 * The client, its errors, acceptance criteria offline, and `verifyWebhook` and `signWebhook`.
 *
 * @module
 */
export { type EvaluateOptions, evaluateAcceptance } from './acceptance/evaluate.ts';
export {
  type AcceptanceRemedy,
  explainFailures,
  type FailureExplanation,
} from './acceptance/explain.ts';
export type { AcceptanceRecord } from './acceptance/judge.ts';
export type { HasPhone } from './acceptance/judge-lead-match.ts';
export { lintAcceptance } from './acceptance/lint.ts';
export { normalizePhone } from './acceptance/normalize-phone.ts';
export type {
  AcceptanceReadings,
  AcceptanceReadingsInput,
  PhoneGrammar,
} from './acceptance/readings.ts';
export type { AcceptanceVerdict, UndecidableRule } from './acceptance/verdict.ts';
export type { AcceptanceWarning, AcceptanceWarningCode } from './acceptance/warning.ts';
export type { CheckProblem, CheckReport } from './client/check.ts';
export { ConsentEvidence } from './client/client.ts';
export type { ConsentEvidenceOptions } from './client/client-settings.ts';
export type {
  AcceptanceCriteria,
  DisclosureChecks,
  DisclosureConsentCriteria,
  DisclosureCriteria,
  LeadMatchCriteria,
  RecordCriteria,
} from './contract/acceptance.ts';
export type { KnownAcceptanceFailureCode } from './contract/acceptance-codes.ts';
export type {
  AcceptanceFailedDetails,
  AcceptanceFailure,
  InvalidArgumentDetails,
} from './contract/acceptance-failure.ts';
export type { AutoMetadata } from './contract/auto-metadata.ts';
export type { Cdr, CdrAccess, CdrDetail, CdrListEntry, CdrSummary } from './contract/cdr.ts';
export type {
  ConsentMechanism,
  DeclaredDisclosure,
  DetectedDisclosure,
  DetectedDisclosureDetails,
} from './contract/disclosure.ts';
export type { CollectCdrData } from './contract/endpoints/collect-cdr.ts';
export type { ListCdrsData } from './contract/endpoints/list-cdrs.ts';
export type { ReceiveShareData } from './contract/endpoints/receive-share.ts';
export type { ShareCdrData } from './contract/endpoints/share-cdr.ts';
export type { Operation } from './contract/endpoints.ts';
export { type ErrorCode, isKnownErrorCode, type KnownErrorCode } from './contract/error-codes.ts';
export type { Geo, SignerTelemetry } from './contract/signer-telemetry.ts';
export type {
  ForbiddenTextRule,
  RequiredTextRule,
  TextMatch,
  TextScope,
} from './contract/text-rules.ts';
export type { CdrCompletedEvent, WebhookEvent } from './contract/webhook.ts';
export { type CodeExplanation, explainCode } from './decision/explain-code.ts';
export {
  explainReceive,
  type ReceiveCode,
  type ReceiveExplanation,
} from './decision/explain-receive.ts';
export {
  type JobCode,
  type JobDrop,
  type JobOutcome,
  type JobOutcomeOptions,
  type JobRetry,
  type JobStop,
  jobOutcome,
} from './decision/job-outcome.ts';
export {
  type ReceiveDecision,
  type ReceiveDecisionOptions,
  receiveDecision,
} from './decision/receive-decision.ts';
export {
  ApiError,
  type ApiErrorOf,
  type ApiFailure,
  type DetailsOf,
  isApiError,
} from './errors/api-error.ts';
export {
  AbortError,
  ConnectionError,
  EvidenceUnavailableError,
  PaginationError,
  TimeoutError,
  type UnexpectedReply,
  UnexpectedReplyError,
} from './errors/call-errors.ts';
export {
  CallError,
  type CallFacts,
  ConsentEvidenceError,
  isConsentEvidenceError,
  type Outcome,
} from './errors/consent-evidence-error.ts';
export { InvalidInputError } from './errors/invalid-input-error.ts';
export { issuePaths } from './errors/issue-paths.ts';
export {
  WebhookVerificationError,
  type WebhookVerificationReason,
} from './errors/webhook-verification-error.ts';
export type { Issue, IssueCode } from './options/issue.ts';
export type { Clock } from './platform/clock.ts';
export type {
  FetchLike,
  MinimalAbortSignal,
  MinimalHeaders,
  MinimalRequest,
  MinimalResponse,
  WebAbortSignal,
  WebHeaders,
  WebRequest,
  WebResponse,
} from './platform/platform.ts';
export type { CdrList } from './resources/cdr-list.ts';
export type { ListCdrsOptions, MetadataFilter } from './resources/cdr-list-query.ts';
export type { Cdrs, CollectReceipt } from './resources/cdrs.ts';
export type { RawRequest } from './resources/checked-request.ts';
export type { Domains } from './resources/domains.ts';
export type { DownloadedEvidence, EvidenceReceipt } from './resources/evidence-receipt.ts';
export type { FindByPhoneOptions, PhoneCandidate } from './resources/phone-search.ts';
export type { ShareCdrOptions, ShareLifetime } from './resources/share-expiry.ts';
export type { ReceiveReceipt, ReceiveShareOptions, Shares } from './resources/shares.ts';
export type { CallOptions } from './transport/call-options.ts';
export type { CallPromise, CallResult } from './transport/call-promise.ts';
export type { TraceEvent } from './transport/trace-event.ts';
export { isCdrCompleted } from './webhooks/handler/is-cdr-completed.ts';
export type { AgeOptions } from './webhooks/signature/check-age.ts';
export type { WebhookBody } from './webhooks/signature/raw-body.ts';
export {
  type SignedWebhookHeaders,
  type SignWebhookOptions,
  signWebhook,
} from './webhooks/signature/sign.ts';
export type { WebhookHeaders } from './webhooks/signature/signature-headers.ts';
export type { WebhookSecret, WebhookSecretValue } from './webhooks/signature/usable-secrets.ts';
export { verifyWebhook } from './webhooks/signature/verify.ts';
export type {
  VerifiedWebhook,
  VerifyWebhookOptions,
} from './webhooks/signature/verify-delivery.ts';
