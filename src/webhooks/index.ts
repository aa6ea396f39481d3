/**
 * Receives the service's webhooks: verifies, de-duplicates and answers them. It loads neither the
 * client nor the client's dependencies, so it fits an edge function.
 *
 * @module
 */
export type { Clock } from '../clock.ts';
export type { CdrListEntry } from '../contract/cdr.ts';
export type { Issue } from '../contract/issue.ts';
export type { CdrCompletedEvent, WebhookEvent } from '../contract/webhook.ts';
export { ConsentEvidenceError, isConsentEvidenceError } from '../errors/consent-evidence-error.ts';
export { InvalidInputError } from '../errors/invalid-input-error.ts';
export {
  WebhookVerificationError,
  type WebhookVerificationReason,
} from '../errors/webhook-verification-error.ts';
export type { WebAbortSignal } from '../platform.ts';
export type { AgeOptions } from './check-age.ts';
export { createWebhookHandler, type WebhookHandler } from './handler.ts';
export type {
  InboxHandlerOptions,
  WebhookDelivery,
  WebhookFailure,
  WebhookHandlerBase,
  WebhookHandlerOptions,
} from './handler-options.ts';
export { isCdrCompleted } from './is-cdr-completed.ts';
export { type MemoryStoreOptions, memoryStore } from './memory-store.ts';
export type {
  FastifyReplyLike,
  FastifyRequestLike,
  NodeRequest,
  NodeResponse,
} from './node-request.ts';
export type { WebhookBody } from './raw-body.ts';
export type { WebhookHeaders } from './read-header.ts';
export { reconcile } from './reconcile.ts';
export type {
  ReconcileClient,
  ReconcileListOptions,
  ReconcileOptions,
  ReconcileProgress,
  ReconcileReport,
} from './reconcile-options.ts';
export { type SignedWebhookHeaders, type SignWebhookOptions, signWebhook } from './sign.ts';
export { type NodeWebhookHandler, toNodeHandler } from './to-node-handler.ts';
export {
  type UnacknowledgedCdrsClient,
  type UnacknowledgedCdrsOptions,
  unacknowledgedCdrs,
} from './unacknowledged-cdrs.ts';
export type { WebhookSecret, WebhookSecretValue } from './usable-secrets.ts';
export { verifyWebhook } from './verify.ts';
export type { VerifiedWebhook, VerifyWebhookOptions } from './verify-delivery.ts';
export { WebhookClaimLostError } from './webhook-claim-lost-error.ts';
export type { InboxRecord, ReconcileMark, WebhookInbox } from './webhook-inbox.ts';
export type { ClaimIdentity, ClaimOptions, ClaimResult, WebhookStore } from './webhook-store.ts';
export { WebhookStoreFullError } from './webhook-store-full-error.ts';
export { WebhookTimeoutError } from './webhook-timeout-error.ts';
