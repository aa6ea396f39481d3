import * as z from 'zod';
import type { CaptureInput } from '../../capture/capture-input.ts';
import { captureInputSchema, pageChangesSchema } from '../../capture/capture-input-schema.ts';
import { presetNames, presets } from '../../capture/presets.ts';
import { checkInput } from '../../ground/check-input.ts';
import { capture, duplicate, finishRendering, invalidate } from '../../service/controls/records.ts';
import { type ControlCall, control } from '../control-endpoint.ts';
import { ControlFailure } from '../control-failure.ts';
import { organizationId } from '../control-schemas.ts';
import { knownCdr } from '../known.ts';
import { recordRow, recordRowSchema } from '../views/record-view.ts';

const captureBodySchema = z.strictObject(
  {
    organization: organizationId.describe('The organization that captures.'),
    preset: z
      .enum(presetNames, { error: 'expected the name of a preset, such as "checkedBox"' })
      .optional()
      .describe('The preset page that "page" changes.'),
    page: z
      .optional(pageChangesSchema())
      .describe(
        'The page, or what differs from the preset. Without a preset, pageUrl is required.',
      ),
  },
  { error: 'expected { organization, preset?, page? }' },
);

const presetSchema = z.strictObject({ name: z.string(), description: z.string() });

type CaptureBody = z.output<typeof captureBodySchema>;

/** Returns the page to capture. It is checked under the path at which the caller wrote it. */
function pageOf({ preset, page = {} }: CaptureBody): CaptureInput {
  if (preset !== undefined) return presets[preset](page as Partial<CaptureInput>);
  checkInput(z.object({ page: captureInputSchema() }), { page });
  return page as CaptureInput;
}

function knownPreset(name = '') {
  const preset = presetNames.find((each) => each === name);
  if (preset !== undefined) return preset;
  throw new ControlFailure('NOT_FOUND', 'no such preset; GET /_mock/api/presets lists them');
}

/** Applies the change to the record that the path names, and returns the result. */
function changed(call: ControlCall, change: (cdrId: string) => void) {
  change(knownCdr(call).cdrId);
  return { record: recordRow(call.engine, knownCdr(call)) };
}

const recordReply = z.strictObject({ record: recordRowSchema });

/** What the browser SDK and the service's own processing do to records (spec §1, §3). */
export const captureEndpoints = {
  capture: control({
    method: 'POST',
    path: '/captures',
    summary: 'Capture a page, as the browser SDK does on submit',
    query: null,
    body: captureBodySchema,
    maxBodyBytes: 32 * 1024 * 1024,
    reply: z.strictObject({
      cdrId: z.string(),
      domainId: z.string(),
      shareUrl: z.string().exactOptional(),
    }),
    // The caller must be able to follow the share URL.
    act: ({ engine, urls, body }) => capture({ ...engine, urls }, body.organization, pageOf(body)),
  }),
  listPresets: control({
    method: 'GET',
    path: '/presets',
    summary: 'The presets by name',
    query: null,
    body: null,
    reply: z.strictObject({ presets: z.array(presetSchema) }),
    act: () => ({
      presets: presetNames.map((name) => ({ name, description: presets[name].description })),
    }),
  }),
  getPreset: control({
    method: 'GET',
    path: '/presets/:name',
    summary: 'One preset in full, ready for a capture',
    query: null,
    body: null,
    reply: presetSchema.extend({ page: z.record(z.string(), z.unknown()) }),
    act: ({ params }) => {
      const name = knownPreset(params['name']);
      return { name, description: presets[name].description, page: { ...presets[name]() } };
    },
  }),
  finishRendering: control({
    method: 'POST',
    path: '/records/:cdrId/finish-rendering',
    summary: 'Finish the rendering of a pending record now',
    query: null,
    body: null,
    reply: recordReply,
    act: (call) => changed(call, (cdrId) => finishRendering(call.engine, cdrId)),
  }),
  invalidate: control({
    method: 'POST',
    path: '/records/:cdrId/invalidate',
    summary: 'Flag a record invalid (spec §3)',
    query: null,
    body: null,
    reply: recordReply,
    act: (call) => changed(call, (cdrId) => invalidate(call.engine, cdrId)),
  }),
  duplicate: control({
    method: 'POST',
    path: '/records/:cdrId/duplicate',
    summary: 'Give a second record the same identifier: the data problem behind 409 CONFLICT',
    query: null,
    body: null,
    reply: recordReply,
    act: (call) => changed(call, (cdrId) => duplicate(call.engine, cdrId)),
  }),
};
