/**
 * An in-memory fake of the whole service, for tests and local development.
 *
 * @module
 */
export type { Clock } from '../src/platform/clock.ts';
export { READING_VALUES, type ReadingName, type Readings } from '../src/readings/readings.ts';
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
export { type Preset, type PresetName, presetNames, presets } from './capture/presets.ts';
export type { MockEnv } from './fake/env-of.ts';
export {
  createMockService,
  type MockClientOptions,
  type MockService,
} from './fake/mock-service.ts';
export type { MockOptions } from './fake/options.ts';
export type { MockClock } from './ground/clock.ts';
export type { Duration } from './ground/duration.ts';
export { SINK_URL } from './ground/sink.ts';
export { type ForEachReadingOptions, forEachReading } from './readings/for-each-reading.ts';
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
export { type Change, type ChangeSubject, diff } from './service/controls/diff.ts';
export type {
  OrganizationChanges,
  OrganizationInput,
  WebhookInput,
} from './service/controls/organization-input.ts';
export type { AddedApiKey, AddedOrganization } from './service/controls/organizations.ts';
export type { Captured, CapturedAndShared } from './service/controls/records.ts';
export type { Snapshot, SnapshotJson } from './service/controls/state.ts';
export type {
  Charge,
  EventDelivery,
  Explanation,
  RequestEntry,
  ShareEvent,
  ViewFilter,
} from './service/controls/views.ts';
export type { Fault } from './service/faults/add-fault.ts';
export type { Coverage, CoverageItem } from './suite-coverage/coverage.ts';
export type {
  ApiAccess,
  Decision,
  DeliveryAttempt,
  OrganizationRef,
  SinkAnswer,
} from './world/entities.ts';
export type { FaultInput, FaultTarget } from './world/fault.ts';
