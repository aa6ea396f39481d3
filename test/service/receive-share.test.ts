import { expect, it } from 'vitest';
import { eachDoor, START } from './support/each-door.ts';
import { partiesOf, sharedBy, tokenIn } from './support/parties.ts';

const AUTO = { autoCollect: true };

eachDoor((open) => {
  it('4.6: receiving answers what was received, and makes it readable', async () => {
    const world = await open();
    const { buyer, cdrId, token } = await sharedBy(world);
    const { data } = await world.receive(buyer, token);
    expect(data).toEqual({
      claimed: true,
      cdrId,
      domainId: 'example.com',
      alreadyClaimed: false,
      shareEventId: expect.stringMatching(/./),
    });
    expect((await world.read(buyer, cdrId)).status).toBe(200);
    expect((await world.list(buyer, 'example.com')).data.cdrs).toHaveLength(1);
  });

  it('4.6: receiving bills the receiver where the sender has no access', async () => {
    const world = await open();
    const { buyer, cdrId, token } = await sharedBy(world);
    const { requestId } = await world.receive(buyer, token);
    const { organizationId } = buyer;
    expect(world.mock.charges()).toEqual([
      { organizationId, cdrId, cause: 'receive', at: START, requestId },
    ]);
    expect((await world.read(buyer, cdrId)).data.cdr.collected).toBe(true);
  });

  it("4.6 rule 9: the sender's access passes to the receiver at no charge", async () => {
    const world = await open();
    const { buyer, cdrId, token } = await sharedBy(world, {}, AUTO);
    await world.receive(buyer, token);
    expect((await world.read(buyer, cdrId)).data.cdr.collected).toBe(true);
    expect(world.mock.charges({ organization: buyer })).toEqual([]);
  });

  it("4.6 rule 9: the sender's access is judged at the receive, not at the share", async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    await world.collect(producer, cdrId);
    await world.receive(buyer, token);
    expect(world.mock.charges({ organization: buyer })).toEqual([]);
  });

  it('4.6 rule 9: the receiver is not billed where it could already download', async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    await world.receive(buyer, token);
    const charges = world.mock.charges({ organization: buyer });
    expect(charges).toHaveLength(1);
    await world.receive(buyer, await world.tokenOf(producer, cdrId));
    expect(world.mock.charges({ organization: buyer })).toEqual(charges);
  });

  it("4.6 rule 9: the receiver's payment gives the sender no access", async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    await world.receive(buyer, token);
    expect((await world.read(producer, cdrId)).data.cdr.collected).toBe(false);
    expect(world.mock.charges({ organization: producer })).toEqual([]);
  });

  it('4.6 rule 2: a repeat through the token is alreadyClaimed with an empty shareEventId', async () => {
    const world = await open();
    const { buyer, cdrId, token } = await sharedBy(world);
    await world.receive(buyer, token);
    const { data } = await world.receive(buyer, token);
    expect(data).toEqual({
      claimed: true,
      cdrId,
      domainId: 'example.com',
      alreadyClaimed: true,
      shareEventId: '',
    });
  });

  it('4.6 rule 3: repeating never charges twice and makes no second share event', async () => {
    const world = await open();
    const { buyer, token } = await sharedBy(world);
    const replies = await Promise.all([1, 2, 3].map(() => world.receive(buyer, token)));
    expect(replies.filter(({ data }) => !data.alreadyClaimed)).toHaveLength(1);
    expect(world.mock.charges()).toHaveLength(1);
    expect(world.mock.shareEvents()).toHaveLength(1);
  });

  it('4.6 rule 2: on a repeat the acceptance criteria are not evaluated', async () => {
    const world = await open();
    const { buyer, token } = await sharedBy(world);
    await world.receive(buyer, token);
    const acceptance = { schemaVersion: 1, disclosure: { requirePresent: true } };
    const { data } = await world.receive(buyer, token, { acceptance });
    expect(data.alreadyClaimed).toBe(true);
  });

  it('2.6: a share event names its token, its record and both organizations', async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    await world.mock.clock.advance(500);
    const { shareEventId } = (await world.receive(buyer, token)).data;
    expect(world.mock.shareEvents()).toEqual([
      {
        shareEventId,
        token,
        cdrId,
        fromOrganizationId: producer.organizationId,
        toOrganizationId: buyer.organizationId,
        at: START + 500,
      },
    ]);
  });

  it('4.6: a second token of one record is a fresh handoff without a second charge', async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    const first = await world.receive(buyer, token);
    const second = await world.receive(buyer, await world.tokenOf(producer, cdrId));
    expect(second.data.alreadyClaimed).toBe(false);
    expect(second.data.shareEventId).not.toBe(first.data.shareEventId);
    expect(second.data.shareEventId).not.toBe('');
    expect(world.mock.shareEvents()).toHaveLength(2);
    expect(world.mock.charges()).toHaveLength(1);
  });

  it('2.5: a token is not consumed: any number of organizations receive through it', async () => {
    const world = await open();
    const { token, cdrId } = await sharedBy(world);
    for (const name of ['One', 'Two', 'Three']) {
      const organization = world.mock.addOrganization({ name });
      expect((await world.receive(organization, token)).data.alreadyClaimed).toBe(false);
      expect(world.mock.charges({ organization })).toMatchObject([{ cdrId }]);
    }
  });

  it('4.6 rule 4: a token of the own organization is 400 INVALID_ARGUMENT', async () => {
    const world = await open();
    const { producer, token } = await sharedBy(world);
    const reply = await world.receive(producer, token);
    expect(reply).toMatchObject({ status: 400, code: 'INVALID_ARGUMENT' });
    expect(reply.error).not.toHaveProperty('details');
  });

  it('4.6 rule 4: own is who created the token: a producer may receive its record back', async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world, {}, AUTO);
    await world.receive(buyer, token);
    const back = await world.tokenOf(buyer, cdrId);
    expect((await world.receive(producer, back)).data.alreadyClaimed).toBe(false);
    const { cdr } = (await world.read(producer, cdrId)).data;
    expect(cdr).not.toHaveProperty('guest');
    expect(world.mock.charges({ organization: producer })).toHaveLength(1);
    expect((await world.list(producer, 'example.com')).data.cdrs).toHaveLength(1);
  });

  it('4.6: the claim path is the same in every respect', async () => {
    const world = await open();
    const { producer, buyer, cdrId, token } = await sharedBy(world);
    const path = `/v1/shares/${token}/claim`;
    const claim = (body?: unknown) => world.request('POST', path, { key: buyer, body });
    expect((await claim({ colect: true })).code).toBe('INVALID_ARGUMENT');
    expect((await claim({ collect: false })).code).toBe('COLLECT_REQUIRED');
    const acceptance = { schemaVersion: 1, disclosure: { requirePresent: true } };
    expect((await claim({ acceptance })).code).toBe('CDR_ACCEPTANCE_FAILED');
    const own = await world.request('POST', path, { key: producer });
    expect(own.code).toBe('INVALID_ARGUMENT');
    expect((await claim()).data).toMatchObject({ claimed: true, cdrId, alreadyClaimed: false });
    expect((await world.receive(buyer, token)).data.alreadyClaimed).toBe(true);
    expect((await claim()).data).toMatchObject({ alreadyClaimed: true, shareEventId: '' });
  });

  it('4.6 rule 7: a record that is not rendered is 202 with ok: false and Retry-After: 2', async () => {
    const world = await open();
    const { producer, buyer } = partiesOf(world);
    const page = { pageUrl: 'https://example.com/', render: 'manual', autoShare: true } as const;
    const { cdrId, shareUrl } = world.mock.capture(producer, page);
    const token = tokenIn(shareUrl);
    const reply = await world.receive(buyer, token);
    expect(reply).toMatchObject({ status: 202, code: 'CDR_PENDING', json: { ok: false } });
    expect(reply.headers.get('retry-after')).toBe('2');
    world.mock.finishRendering(cdrId);
    expect((await world.receive(buyer, token)).data).toMatchObject({ claimed: true, cdrId });
  });

  it('4.6 rule 7: so many receives are pending as the capture says, and the next is not', async () => {
    const world = await open();
    const { producer, buyer } = partiesOf(world);
    const page = { pageUrl: 'https://example.com/', render: { afterReceives: 2 } };
    const { shareUrl } = world.mock.capture(producer, { ...page, autoShare: true });
    const token = tokenIn(shareUrl);
    const statuses = [];
    for (const _ of [1, 2, 3]) statuses.push((await world.receive(buyer, token)).status);
    expect(statuses).toEqual([202, 202, 200]);
  });

  it('4.6 rule 7: the receive that renders the record judges, lists and charges it as rendered', async () => {
    const world = await open();
    const { producer, buyer } = partiesOf(world);
    const page = { pageUrl: 'https://slow.example/', render: { afterReceives: 1 } } as const;
    const { cdrId, shareUrl } = world.mock.capture(producer, { ...page, autoShare: true });
    const token = tokenIn(shareUrl);
    expect((await world.receive(buyer, token)).code).toBe('CDR_PENDING');
    await world.mock.clock.advance({ hours: 1 });
    const acceptance = { schemaVersion: 1, record: { maxAgeSeconds: 1 } };
    expect((await world.receive(buyer, token, { acceptance })).status).toBe(200);
    const { cdrs } = (await world.list(buyer, 'slow.example')).data;
    expect(cdrs).toMatchObject([{ cdrId, createdAt: START + 3_600_000, collected: true }]);
    expect(world.mock.charges({ organization: buyer })).toHaveLength(1);
  });

  it('4.6 rule 8: a Dev Mode token is always 409, also where it was auto-shared', async () => {
    const world = await open();
    const { producer, buyer } = partiesOf(world);
    for (const render of ['complete', 'manual'] as const) {
      const page = { pageUrl: 'https://example.com/', devMode: true, autoShare: true, render };
      const token = tokenIn(world.mock.capture(producer, page).shareUrl);
      const reply = await world.receive(buyer, token);
      expect(reply).toMatchObject({ status: 409, code: 'CDR_DEV_MODE' });
    }
    expect((await world.domains(buyer)).data.domains).toEqual([]);
    expect(world.mock.shareEvents()).toEqual([]);
    expect(world.mock.charges()).toEqual([]);
  });

  it('7: an organization without billing gets PASSTHROUGH_ORG_CANNOT_CLAIM', async () => {
    const world = await open();
    const { token, cdrId } = await sharedBy(world);
    const passthrough = { name: 'P', billing: false, apiAccess: 'granted' } as const;
    const organization = world.mock.addOrganization(passthrough);
    const reply = await world.receive(organization, token);
    expect(reply).toMatchObject({ status: 403, code: 'PASSTHROUGH_ORG_CANNOT_CLAIM' });
    expect((await world.read(organization, cdrId)).code).toBe('NOT_FOUND');
  });

  it('4.6: receiving sends no webhook to the receiver', async () => {
    const world = await open({ webhookFetch: async () => new Response(null) });
    const { buyer, token } = await sharedBy(world);
    world.mock.updateOrganization(buyer, { webhook: { url: 'https://buyer.example/' } });
    await world.receive(buyer, token);
    await world.mock.clock.advance(0);
    expect(world.mock.webhookDeliveries()).toEqual([]);
  });
});
