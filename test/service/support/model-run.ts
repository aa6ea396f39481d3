import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Snapshot } from '../../../mock/service/controls/state.ts';
import { type Expected, Model, type ModelOrganization } from './model.ts';
import { tokenIn } from './parties.ts';
import type { Reply } from './reply.ts';
import { idsOf, walkList } from './walk-list.ts';
import { PLAIN_PAGE, type World } from './world.ts';

const KINDS = [
  'capture',
  'capture',
  'finish',
  'read',
  'collect',
  'share',
  'share',
  'receive',
  'receive',
  'receive',
  'invalidate',
  'advance',
  'list',
  'revoke',
  'issueKey',
  'mark',
  'goBack',
] as const;

/** One step: what to do, and numbers that choose among the existing organizations and objects. */
export interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly who: number;
  readonly what: number;
  readonly flags: number;
}

/** Draws sequences of steps by several organizations. */
export const anySteps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(...KINDS),
    who: fc.nat(3),
    what: fc.nat(30),
    flags: fc.nat(7),
  }),
  { minLength: 5, maxLength: 50 },
);

const SHARE_LIFE_MS = 1000;

/** Returns the tables that a refusal must not change. Requests are always recorded. */
function tablesOf({ mock }: World): unknown {
  const { requests: _, ...tables } = mock.snapshot().toJSON().tables;
  return tables;
}

/** Takes the fake and the model through the same steps. */
export class ModelRun {
  readonly #world: World;
  #model: Model;
  #mark: { snapshot: Snapshot; model: Model; asJson: boolean } | undefined;

  constructor(world: World) {
    this.#world = world;
    this.#model = new Model(world.mock.clock.now());
    const { mock } = world;
    for (const [index, autoCollect] of [true, false, false, true].entries()) {
      const billing = index < 3;
      const input = { name: `Organization ${index}`, billing, autoCollect } as const;
      const added = mock.addOrganization({ ...input, apiAccess: 'granted' });
      this.#model.organizations.push({ ...added, billing, autoCollect, revoked: false });
    }
  }

  /** Takes one step on both sides, and checks that they agree and that the invariants hold. */
  async take(step: Step): Promise<void> {
    await this.#do(step);
    const charged = this.#world.mock
      .charges()
      .map(({ organizationId, cdrId }) => `${organizationId} ${cdrId}`);
    expect(charged).toEqual(this.#model.charges);
    expect(new Set(charged).size).toBe(charged.length);
    const devMode = this.#model.records.filter((each) => each.devMode);
    for (const { cdrId } of devMode) expect(this.#world.mock.charges({ cdrId })).toEqual([]);
  }

  async #do({ kind, who, what, flags }: Step): Promise<void> {
    const { mock } = this.#world;
    const model = this.#model;
    const organization = model.organizations[who] as ModelOrganization;
    const record = model.records[what % Math.max(model.records.length, 1)];
    const token = model.tokens[what % Math.max(model.tokens.length, 1)];
    if (kind === 'capture') this.#capture(organization, flags);
    else if (kind === 'advance') {
      model.now += what * 50;
      await mock.clock.advance(what * 50);
    } else if (kind === 'list') await this.#list(organization, 1 + (what % 5));
    else if (kind === 'revoke') {
      organization.revoked = true;
      mock.revokeApiKey(organization.apiKey);
    } else if (kind === 'issueKey') {
      Object.assign(organization, mock.addApiKey(organization), { revoked: false });
    } else if (kind === 'mark') {
      this.#mark = { snapshot: mock.snapshot(), model: model.copy(), asJson: flags % 2 === 0 };
    } else if (kind === 'goBack') this.#goBack();
    else if (record !== undefined) {
      if (kind === 'finish') {
        model.finish(record);
        mock.finishRendering(record.cdrId);
      } else if (kind === 'invalidate') {
        record.invalid = true;
        mock.invalidate(record.cdrId);
      } else if (kind === 'read') {
        const expected = model.read(organization, record);
        await this.#request(expected, () => this.#world.read(organization, record.cdrId), 'cdr');
      } else if (kind === 'collect') {
        const expected = model.collect(organization, record);
        await this.#request(expected, () => this.#world.collect(organization, record.cdrId));
      } else if (kind === 'share') {
        const expected = model.share(organization, record);
        const body = { expiresInMs: SHARE_LIFE_MS };
        const send = () => this.#world.share(organization, record.cdrId, body);
        const { json } = await this.#request(expected, send);
        if (json?.ok) model.issued(organization, record, String(json.data['token']), SHARE_LIFE_MS);
      } else if (token !== undefined) {
        const isMet = flags > 1;
        const criteria = isMet ? {} : { disclosure: { requirePresent: true } };
        const body = flags === 7 ? undefined : { acceptance: { schemaVersion: 1, ...criteria } };
        const expected = model.receive(organization, token, isMet);
        await this.#request(expected, () => this.#world.receive(organization, token.token, body));
      }
    }
  }

  #capture(organization: ModelOrganization, flags: number): void {
    const [devMode, pending, autoShare] = [flags === 3, (flags & 1) > 0, (flags & 4) > 0];
    const { mock } = this.#world;
    const render = pending ? 'manual' : 'complete';
    const made = mock.capture(organization, { ...PLAIN_PAGE, devMode, render, autoShare });
    const { cdrId } = made;
    const { organizationId: producerId } = organization;
    const record = { cdrId, producerId, devMode, pending, invalid: false, createdAt: 0 };
    this.#model.capture(organization, record, autoShare ? tokenIn(made.shareUrl) : undefined);
  }

  /** Sends a request, and checks that a refusal leaves every table unchanged. */
  async #request(
    expected: Expected,
    send: () => Promise<Reply<object>>,
    member?: string,
  ): Promise<Reply<object>> {
    const before = tablesOf(this.#world);
    const reply = await send();
    expect(reply.code).toBe(expected.code);
    if (expected.code !== undefined) expect(tablesOf(this.#world)).toEqual(before);
    else {
      const data = expected.data ?? {};
      expect(reply.data).toMatchObject(member === undefined ? data : { [member]: data });
    }
    return reply;
  }

  async #list(organization: ModelOrganization, pageSize: number): Promise<void> {
    if (organization.revoked) return;
    const ids = this.#model.list(organization);
    for (const order of ['asc', 'desc']) {
      const pages = await walkList(this.#world, organization, 'example.com', { order, pageSize });
      expect(idsOf(...pages)).toEqual(order === 'asc' ? ids : ids.toReversed());
    }
  }

  #goBack(): void {
    if (this.#mark === undefined) return;
    const { snapshot, model, asJson } = this.#mark;
    const json = JSON.stringify(snapshot);
    this.#world.mock.restore(asJson ? JSON.parse(json) : snapshot);
    expect(JSON.stringify(this.#world.mock.snapshot())).toBe(json);
    this.#model = model.copy();
    this.#world.forgetRequestIds();
  }
}
