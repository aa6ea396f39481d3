/**
 * The fake service: the whole of it in memory, for tests and for local development.
 *
 * @module
 */
export type { Clock } from '../src/clock.ts';
export type {
  AutoSharedInput,
  CapturedDisclosure,
  CapturedField,
  CapturedImage,
  CapturedSigner,
  CapturedSubmit,
  CaptureInput,
  CheckboxState,
  RenderPlan,
} from './capture/capture-input.ts';
export type { Duration, MockClock } from './clock.ts';
export type {
  AddedApiKey,
  AddedOrganization,
  OrganizationChanges,
  OrganizationInput,
  OrganizationRef,
  WebhookInput,
} from './controls/organizations.ts';
export type { Captured, CapturedAndShared } from './controls/records.ts';
export type {
  Charge,
  EventDelivery,
  Explanation,
  RequestEntry,
  ShareEvent,
  ViewFilter,
} from './controls/views.ts';
export { type Change, type ChangeSubject, diff } from './diff.ts';
export type { ApiAccess, Decision, DeliveryAttempt } from './entities.ts';
export type { Fault, FaultInput } from './faults.ts';
export { type ForEachReadingOptions, forEachReading } from './for-each-reading.ts';
export type { MockOptions } from './options.ts';
export { type Preset, type PresetName, presetNames, presets } from './presets.ts';
export { READING_VALUES, type ReadingName, type Readings } from './readings.ts';
export { parseSeed } from './seed/parse-seed.ts';
export type {
  Seed,
  SeedCapture,
  SeedCollect,
  SeedDelivery,
  SeedOrganization,
  SeedPage,
  SeedReceive,
  SeedShare,
} from './seed/seed.ts';
export {
  createMockService,
  type MockClientOptions,
  type MockEnv,
  type MockService,
} from './service.ts';
export type { Snapshot, SnapshotJson } from './state.ts';
