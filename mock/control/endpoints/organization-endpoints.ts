import * as z from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { envOf } from '../../fake/env-of.ts';
import { isSinkUrl } from '../../ground/sink.ts';
import {
  changesSchema,
  organizationInputSchema,
  sinkAnswerSchema,
} from '../../service/controls/organization-input.ts';
import {
  addApiKey,
  addOrganization,
  answerInSink,
  updateOrganization,
} from '../../service/controls/organizations.ts';
import type { Organization } from '../../world/entities.ts';
import { type ControlCall, control } from '../control-endpoint.ts';
import { ControlFailure } from '../control-failure.ts';
import { instant } from '../control-schemas.ts';
import { knownOrganization } from '../known.ts';

const keySchema = z.strictObject({
  keyId: z.string(),
  revokedAt: instant.nullable(),
});

const answerSchema = z
  .union([z.literal([200, 500, 'hang']), z.strictObject({ forwardTo: z.string() })])
  .describe('What the fake’s own receiver answers to a message that it can verify.');

const organizationSchema = z.strictObject({
  organizationId: z.string(),
  name: z.string(),
  billing: z.boolean(),
  apiAccess: z.enum(['default', 'granted', 'off']),
  autoCollect: z.boolean(),
  unreadable: z.boolean(),
  webhook: z
    .strictObject({
      url: z.string(),
      signed: z.boolean(),
      answer: answerSchema.nullable().describe('null: the URL is not the fake’s own receiver.'),
    })
    .nullable(),
  keys: z.array(keySchema).describe('Without their secrets, oldest first.'),
});

const addedKeySchema = z.strictObject({ keyId: z.string(), apiKey: z.string() });

/** Without secrets, which have a row of their own. */
function organizationView({ world }: Engine, organization: Organization) {
  const { organizationId, name, billing, apiAccess, autoCollect, unreadable } = organization;
  const { webhook } = organization;
  const keys = world.keys
    .values()
    .filter((key) => key.organizationId === organizationId)
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ keyId, revokedAt }) => ({ keyId, revokedAt }));
  const target = webhook && {
    url: webhook.url,
    signed: webhook.secret !== undefined,
    answer: isSinkUrl(webhook.url) ? (webhook.answer ?? 200) : null,
  };
  return {
    organizationId,
    name,
    billing,
    apiAccess,
    autoCollect,
    unreadable,
    webhook: target,
    keys,
  };
}

function revokeKnownKey({ mock, engine, params }: ControlCall) {
  const { keyId = '' } = params;
  if (!engine.world.keys.has(keyId)) {
    throw new ControlFailure('NOT_FOUND', 'the fake has no key with this keyId');
  }
  mock.revokeApiKey(keyId);
  return { keyId, revokedAt: engine.world.keys.get(keyId)?.revokedAt ?? null };
}

/** Organizations and their keys (spec §5). */
export const organizationEndpoints = {
  listOrganizations: control({
    method: 'GET',
    path: '/organizations',
    summary: 'Every organization, without its secrets',
    query: null,
    body: null,
    reply: z.strictObject({ organizations: z.array(organizationSchema) }),
    act: ({ engine }) => ({
      organizations: engine.world.organizations
        .values()
        .map((organization) => organizationView(engine, organization)),
    }),
  }),
  getOrganization: control({
    method: 'GET',
    path: '/organizations/:organizationId',
    summary: 'One organization, without its secrets',
    query: null,
    body: null,
    reply: z.strictObject({ organization: organizationSchema }),
    act: (call) => ({ organization: organizationView(call.engine, knownOrganization(call)) }),
  }),
  addOrganization: control({
    method: 'POST',
    path: '/organizations',
    summary: 'Add an organization with a key of its own',
    query: null,
    body: organizationInputSchema(),
    reply: z.strictObject({ organizationId: z.string(), apiKey: z.string() }),
    act: ({ engine, body }) => addOrganization(engine, body),
  }),
  updateOrganization: control({
    method: 'PATCH',
    path: '/organizations/:organizationId',
    summary: 'Change an organization; members that are left out do not change',
    query: null,
    body: changesSchema(),
    reply: z.strictObject({ organization: organizationSchema }),
    act: (call) => {
      const { organizationId } = knownOrganization(call);
      updateOrganization(call.engine, organizationId, call.body);
      return { organization: organizationView(call.engine, knownOrganization(call)) };
    },
  }),
  answerInSink: control({
    method: 'POST',
    path: '/organizations/:organizationId/sink',
    summary: 'Send the events of an organization to the fake’s own receiver, and set its answer',
    query: null,
    body: z.strictObject(
      { answer: sinkAnswerSchema() },
      { error: 'expected { answer }: 200, 500, "hang" or { forwardTo }' },
    ),
    reply: z.strictObject({ organization: organizationSchema }),
    act: (call) => {
      answerInSink(call.engine, knownOrganization(call).organizationId, call.body.answer);
      return { organization: organizationView(call.engine, knownOrganization(call)) };
    },
  }),
  environment: control({
    method: 'GET',
    path: '/organizations/:organizationId/env',
    summary: 'The environment variables for a process of this organization, including secrets',
    query: null,
    body: null,
    reply: z.strictObject({ env: z.record(z.string(), z.string()) }),
    act: (call) => {
      const { organizationId } = knownOrganization(call);
      return { env: { ...envOf(call.engine, organizationId, call.urls.api) } };
    },
  }),
  addApiKey: control({
    method: 'POST',
    path: '/organizations/:organizationId/keys',
    summary: 'Issue a new key',
    query: null,
    body: null,
    reply: addedKeySchema,
    act: (call) => addApiKey(call.engine, knownOrganization(call).organizationId),
  }),
  revokeApiKey: control({
    method: 'DELETE',
    path: '/keys/:keyId',
    summary: 'Revoke a key, named by its keyId',
    query: null,
    body: null,
    reply: keySchema,
    act: revokeKnownKey,
  }),
};
