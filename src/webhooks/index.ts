/**
 * Receives the service's webhooks: verifies, de-duplicates and answers them. It loads neither the
 * client nor the client's dependencies, so it fits an edge function.
 *
 * @module
 */

export type { CdrListEntry } from '../contract/cdr.ts';
export type { CdrCompletedEvent, WebhookEvent } from '../contract/webhook.ts';
export { ConsentEvidenceError, isConsentEvidenceError } from '../errors/consent-evidence-error.ts';
export { InvalidInputError } from '../errors/invalid-input-error.ts';
export {
  WebhookVerificationError,
  type WebhookVerificationReason,
} from '../errors/webhook-verification-error.ts';
export type { Issue } from '../options/issue.ts';
export type { Clock } from '../platform/clock.ts';
export type { WebAbortSignal } from '../platform/platform.ts';
export { createWebhookHandler, type WebhookHandler } from './handler/handler.ts';
export type {
  InboxHandlerOptions,
  WebhookDelivery,
  WebhookFailure,
  WebhookHandlerBase,
  WebhookHandlerOptions,
} from './handler/handler-options.ts';
export { isCdrCompleted } from './handler/is-cdr-completed.ts';
export type {
  FastifyReplyLike,
  FastifyRequestLike,
  NodeRequest,
  NodeResponse,
} from './handler/node-request.ts';
export { type NodeWebhookHandler, toNodeHandler } from './handler/to-node-handler.ts';
export { WebhookTimeoutError } from './handler/webhook-timeout-error.ts';
export { reconcile } from './inbox/reconcile.ts';
export type {
  ReconcileClient,
  ReconcileCounts,
  ReconcileListOptions,
  ReconcileOptions,
  ReconcileProblem,
  ReconcileProgress,
  ReconcileReport,
} from './inbox/reconcile-options.ts';
export {
  type UnacknowledgedCdrsClient,
  type UnacknowledgedCdrsOptions,
  unacknowledgedCdrs,
} from './inbox/unacknowledged-cdrs.ts';
export type {
  InboxRecord,
  ReconcileLease,
  ReconcileMark,
  WebhookInbox,
} from './inbox/webhook-inbox.ts';
export type { AgeOptions } from './signature/check-age.ts';
export type { WebhookBody } from './signature/raw-body.ts';
export {
  type SignedWebhookHeaders,
  type SignWebhookOptions,
  signWebhook,
} from './signature/sign.ts';
export type { WebhookHeaders } from './signature/signature-headers.ts';
export type { WebhookSecret, WebhookSecretValue } from './signature/usable-secrets.ts';
export { verifyWebhook } from './signature/verify.ts';
export type { VerifiedWebhook, VerifyWebhookOptions } from './signature/verify-delivery.ts';
export { type MemoryStoreOptions, memoryStore } from './store/memory-store.ts';
export { WebhookClaimLostError } from './store/webhook-claim-lost-error.ts';
export type {
  ClaimIdentity,
  ClaimOptions,
  ClaimResult,
  WebhookStore,
} from './store/webhook-store.ts';
export { WebhookStoreFullError } from './store/webhook-store-full-error.ts';
