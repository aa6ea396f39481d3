// What compiles for a user of the fake, and what does not.
import { expectTypeOf } from 'vitest';
import {
  type AddedOrganization,
  type CaptureInput,
  type EventDelivery,
  type MockService,
  presets,
} from '../../mock/index.ts';
import type { WebhookDelivery } from '../../src/webhooks/index.ts';

declare const mock: MockService;
declare const producer: AddedOrganization;
declare const page: CaptureInput;
declare const overrides: Partial<CaptureInput>;
declare const isShared: boolean;

const pageUrl = 'https://quotes.example.com/';

// A capture with auto-share has a share URL.
const shared = mock.capture(producer, { pageUrl, autoShare: true });
expectTypeOf(shared.shareUrl).toEqualTypeOf<string>();
const brief = mock.capture(producer, { pageUrl, autoShare: { expiresInMs: 1000 } });
expectTypeOf(brief.shareUrl).toEqualTypeOf<string>();
const preset = mock.capture(producer, presets.checkedBox({ autoShare: true, devMode: true }));
expectTypeOf(preset.shareUrl).toEqualTypeOf<string>();
const spread = mock.capture(producer, { ...presets.checkedBox(), autoShare: true });
expectTypeOf(spread.shareUrl).toEqualTypeOf<string>();

// If a capture may be unshared, the share URL can be absent.
for (const captured of [
  mock.capture(producer, page),
  mock.capture(producer, { pageUrl }),
  mock.capture(producer, { pageUrl, autoShare: isShared }),
  mock.capture(producer, { pageUrl, autoShare: false }),
  mock.capture(producer, presets.checkedBox()),
  mock.capture(producer, presets.checkedBox(overrides)),
  mock.capture(producer, presets.checkedBox({ autoShare: isShared })),
]) {
  expectTypeOf(captured.shareUrl).toEqualTypeOf<string | undefined>();
}

// @ts-expect-error a misspelt member is no page
mock.capture(producer, { pageUrl, autoshare: true });
// @ts-expect-error nor an override
presets.checkedBox({ autoshare: true });

// What the fake sent and what a handler gets are different types.
expectTypeOf<EventDelivery>().not.toEqualTypeOf<WebhookDelivery>();
