/**
 * A buyer's whole lead intake: each lead is decided once, nothing is paid for twice, nothing that
 * was paid for is lost, and no record is accepted for a stranger, even if a process dies at any
 * point.
 *
 * @module
 */

export type { Clock } from '../platform/clock.ts';
export { ClockSkewError } from './clock-skew-error.ts';
export { createLeadIntake } from './create-lead-intake.ts';
export type {
  AcceptedLead,
  DecidedFacts,
  DecisionWords,
  DuplicateLead,
  FinalDecision,
  HeldLead,
  LeadDecision,
  LeadFacts,
  LeadToFix,
  RefusalReason,
  RefusedLead,
  ShadowVerdict,
} from './decision.ts';
export type { LeadIntake } from './intake.ts';
export type {
  DecidedLead,
  DecisionContext,
  IntakeClient,
  LeadIntakeOptions,
} from './intake-options.ts';
export type { Lead, LeadName, LeadReference } from './lead.ts';
export type { LeadState } from './lead-states.ts';
export type {
  Added,
  AddResult,
  LeadKnown,
  LeaseQuery,
  Ledger,
  LedgerFacts,
  LedgerPage,
  ListQuery,
  PruneQuery,
  RecordTaken,
  Saved,
  SaveResult,
  ShareTaken,
  Stale,
  WithinSave,
} from './ledger.ts';
export type { LeadMaterial, LedgerEntry } from './ledger-entry.ts';
export { LedgerError, type LedgerErrorFacts, type LedgerErrorReason } from './ledger-error.ts';
export { type LedgerCase, ledgerSuite, type OpenLedger } from './ledger-suite.ts';
export type { ResumeOptions, TakeOptions } from './limits.ts';
export type {
  DecisionsOptions,
  HeldOptions,
  LeadAct,
  UndecidedFacts,
  UndecidedLead,
} from './listing.ts';
export { type MemoryLedgerOptions, memoryLedger } from './memory-ledger.ts';
export type { OrphansOptions } from './orphans.ts';
export type { Pruned, PruneOptions } from './prune.ts';
export type {
  CountByCode,
  LeadCounts,
  LeadReport,
  ReportGroup,
  ReportOptions,
  ShadowCounts,
} from './report.ts';
export { reportPage } from './report-page.ts';
export type { AcceptLead, RefuseLead, SettledBy, SettleOptions } from './settle.ts';
export type {
  DecidedOfBatch,
  FailedOfBatch,
  LeadOfBatch,
  TakeAllOptions,
  TakenLead,
} from './take-all.ts';
export type { WorkOptions } from './work.ts';
