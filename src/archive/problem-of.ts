import { isApiError } from '../errors/api-error.ts';
import { EvidenceUnavailableError } from '../errors/call-errors.ts';
import { OtherAccount } from './account.ts';
import type { ArchiveProblem, ArchiveProblemKind } from './archive-report.ts';
import { VaultBusy } from './vault-busy.ts';
import { ManifestFailure, VaultFailure } from './vault-failure.ts';

/** A state of the record that explains why it was not taken. This is not a problem. */
export type NotTaken = 'not_collected' | 'dev_mode';

function kindOf(error: unknown): ArchiveProblemKind {
  if (isApiError(error, 'NOT_FOUND') || isApiError(error, 'CDR_INVALID')) return 'vanished';
  if (isApiError(error, 'UNAUTHENTICATED') || isApiError(error, 'API_ACCESS_DISABLED')) {
    return 'access';
  }
  if (error instanceof EvidenceUnavailableError) {
    return error.reason === 'too_large' ? 'too_large' : 'integrity';
  }
  if (error instanceof OtherAccount) return 'other_account';
  if (error instanceof VaultFailure) return 'vault';
  if (error instanceof ManifestFailure) {
    return error.cause instanceof VaultBusy ? 'busy' : 'manifest';
  }
  return 'service';
}

/** Why a record that is listed as collected was not taken; `undefined` if it failed. */
export function notTaken(error: unknown): NotTaken | undefined {
  if (!(error instanceof EvidenceUnavailableError)) return undefined;
  const { reason } = error;
  return reason === 'not_collected' || reason === 'dev_mode' ? reason : undefined;
}

/** Turns an error into a problem of a report. */
export function problemOf(
  error: unknown,
  about: Omit<ArchiveProblem, 'kind' | 'message'> = {},
  kind: ArchiveProblemKind = kindOf(error),
): ArchiveProblem {
  const { message, requestId } = (error ?? {}) as { message?: unknown; requestId?: unknown };
  return {
    kind,
    message: typeof message === 'string' ? message : String(error),
    ...about,
    ...(typeof requestId === 'string' && { requestId }),
  };
}
