/**
 * A buyer's whole lead intake: each lead is decided once, nothing is paid for twice, nothing that
 * was paid for is lost, and no record is accepted for a stranger, even if a process dies at any
 * point.
 *
 * @module
 */
export type {
  AcceptedLead,
  DuplicateLead,
  FinalDecision,
  HeldLead,
  LeadDecision,
  LeadToFix,
  RefusalReason,
  RefusedLead,
} from './decision.ts';
export { createLeadIntake, type LeadIntake } from './intake.ts';
export type { DecisionContext, IntakeClient, LeadIntakeOptions } from './intake-options.ts';
export type { Lead } from './lead.ts';
export type { LeadState } from './lead-states.ts';
export type {
  Added,
  AddResult,
  LeadKnown,
  LeadMaterial,
  LeaseQuery,
  Ledger,
  LedgerEntry,
  RecordTaken,
  Saved,
  SaveResult,
  ShareTaken,
  Stale,
  WithinSave,
} from './ledger.ts';
export { LedgerError, type LedgerErrorFacts, type LedgerErrorReason } from './ledger-error.ts';
export { type LedgerCase, ledgerSuite, type OpenLedger } from './ledger-suite.ts';
export type { ResumeOptions, TakeOptions } from './limits.ts';
export { type MemoryLedgerOptions, memoryLedger } from './memory-ledger.ts';
export type { OrphansOptions } from './orphans.ts';
