/* eslint-disable @typescript-eslint/no-unsafe-member-access -- JSON as a script in another language sees it */
import { describe, expect, it } from 'vitest';
import { presets } from '../../mock/capture/presets.ts';
import { BEGIN, type Desk, openDesk } from './support/desk.ts';

const stateOf = ({ mock }: Desk) => JSON.stringify(mock.snapshot());

async function opened() {
  const desk = await openDesk();
  desk.mock.addOrganization({ organizationId: 'sun', name: 'Sunroof Leads', autoCollect: false });
  const { cdrId } = desk.mock.capture('sun', presets.checkedBox());
  const { apiKey } = desk.mock.clientOptions('sun');
  const ask = (path: string, method = 'POST') =>
    fetch(desk.served.url + path, { method, headers: { 'x-api-key': apiKey } });
  return { desk, mock: desk.mock, cdrId, ask };
}

/** Acts as the inspector does: it saves the state before, and reports the end after. */
async function act(desk: Desk, label: string, doIt: () => Promise<unknown>): Promise<string> {
  const { undoId } = (await desk.post('/undo', { label })).json as { undoId: string };
  await doIt();
  await desk.post(`/undo/${undoId}/done`);
  return undoId;
}

async function keptActs(desk: Desk): Promise<string[]> {
  const { acts } = (await desk.get('/undo')).json as { acts: { undoId: string }[] };
  return acts.map(({ undoId }) => undoId);
}

interface Event {
  readonly at: number;
  readonly kind: string;
  readonly organizationId: string | null;
  readonly says: string;
}

async function eventsOf(desk: Desk, cdrId: string): Promise<Event[]> {
  const { json } = await desk.get(`/records/${cdrId}/timeline`);
  expect(json.total).toBe(json.events.length);
  return json.events as Event[];
}

describe('an act', () => {
  it('is taken back with its charge and its time', async () => {
    const { desk, mock, cdrId, ask } = await opened();
    const before = stateOf(desk);
    const undoId = await act(desk, `Collect ${cdrId}`, () => ask(`/v1/cdrs/${cdrId}/collect`));
    expect(mock.charges()).toHaveLength(1);
    expect((await desk.get(`/undo/${undoId}`)).json).toEqual({
      ...{ total: 2, requestsSince: 0, changesSince: 0 },
      changes: [
        `Sunroof Leads was charged for ${cdrId} (collect)`,
        `Sunroof Leads can download ${cdrId} (collect)`,
      ],
    });
    const { json } = await desk.post(`/undo/${undoId}/restore`);
    expect(json).toEqual({ undone: `Collect ${cdrId}`, now: BEGIN });
    expect(stateOf(desk)).toBe(before);
    expect((await desk.get('/undo')).json.acts).toEqual([]);
    expect((await desk.post(`/undo/${undoId}/restore`)).code).toBe('NOT_FOUND');
  });

  it('that moved the time alone is taken back, and one that changed nothing is forgotten', async () => {
    const { desk, mock, ask } = await opened();
    await act(desk, 'A refusal', () => ask('/v1/cdrs/cdr_nowhere/collect'));
    expect((await desk.get('/undo')).json.acts).toEqual([]);
    const undoId = await act(desk, '+1 h', () => desk.post('/clock/advance', { hours: 1 }));
    await desk.post(`/undo/${undoId}/restore`);
    expect(mock.clock.now()).toBe(BEGIN);
  });

  it('is not taken back behind the backs of others: their requests and captures are named', async () => {
    const { desk, mock, cdrId, ask } = await opened();
    const undoId = await act(desk, 'Collect', () => ask(`/v1/cdrs/${cdrId}/collect`));
    await ask('/v1/domains', 'GET');
    mock.capture('sun', presets.buttonOnly());
    const since = (await desk.get(`/undo/${undoId}`)).json;
    expect(since).toMatchObject({ requestsSince: 1, changesSince: 1 });
    const state = stateOf(desk);
    const refused = await desk.post(`/undo/${undoId}/restore`);
    expect([refused.status, refused.code]).toEqual([409, 'CHANGED_SINCE']);
    expect(stateOf(desk)).toBe(state);
    await desk.post(`/undo/${undoId}/restore`, { anyway: true });
    expect(mock.charges()).toEqual([]);
    expect(mock.snapshot().toJSON().tables['cdrs']).toHaveLength(1);
  });

  it('§6.3: is not held to be followed by others for what its own webhooks come to', async () => {
    const desk = await openDesk({ webhookFetch: async () => new Response(null, { status: 200 }) });
    const webhook = { url: 'https://hooks.sun.example/cdr' };
    desk.mock.addOrganization({ organizationId: 'sun', name: 'Sunroof Leads', webhook });
    const capture = () => desk.post('/captures', { organization: 'sun', preset: 'checkedBox' });
    const undoId = await act(desk, 'Capture', capture);
    await desk.mock.clock.advance(0);
    expect(desk.mock.webhookDeliveries()[0]?.state).toBe('delivered');
    expect((await desk.post(`/undo/${undoId}/restore`)).status).toBe(200);
    expect(desk.mock.webhookDeliveries()).toEqual([]);
  });

  it('of a clock that runs is told from the time that went by itself', async () => {
    const desk = await openDesk({ running: true });
    await act(desk, 'A refusal', () => fetch(`${desk.served.url}/v1/domains`));
    expect(await keptActs(desk)).toEqual([]);
    const undoId = await act(desk, '+1 h', () => desk.post('/clock/advance', { hours: 1 }));
    expect(await keptActs(desk)).toEqual([undoId]);
    await desk.post(`/undo/${undoId}/restore`);
    expect(desk.mock.clock.now()).toBeLessThan(BEGIN + 30 * 60_000);
  });

  it('that is under way is not among those that can be taken back', async () => {
    const { desk } = await opened();
    await desk.post('/undo', { label: 'under way' });
    expect(await keptActs(desk)).toEqual([]);
  });

  it('takes the later ones along, and the oldest makes room for the twenty-first', async () => {
    const { desk } = await opened();
    const ids: string[] = [];
    for (let count = 0; count < 21; count += 1) {
      ids.push(await act(desk, `+${count}`, () => desk.post('/clock/advance', { hours: 1 })));
    }
    expect(await keptActs(desk)).toEqual(ids.slice(1));
    await desk.post(`/undo/${ids[3]}/restore`);
    expect(await keptActs(desk)).toEqual(ids.slice(1, 3));
  });
});

describe('the timeline of a record', () => {
  it('goes from its capture to its webhooks, over all organizations', async () => {
    const answers = [500, 200];
    const desk = await openDesk({
      webhookFetch: async () => new Response(null, { status: answers.shift() ?? 200 }),
    });
    const { mock, served } = desk;
    const webhook = { url: 'https://hooks.sun.example/cdr' };
    const flags = { autoCollect: false, webhook };
    mock.addOrganization({ organizationId: 'sun', name: 'Sunroof Leads', ...flags });
    mock.addOrganization({ organizationId: 'acme', name: 'Acme Solar' });
    const { cdrId, shareUrl } = mock.capture('sun', presets.checkedBox({ autoShare: true }));
    await mock.clock.advance({ minutes: 1 });
    const { apiKey } = mock.clientOptions('acme');
    await fetch(shareUrl, { method: 'POST', headers: { 'x-api-key': apiKey } });
    const events = await eventsOf(desk, cdrId);
    const said = events.map(({ at, kind, organizationId, says }) => {
      return `${(at - BEGIN) / 1000} ${kind} ${organizationId}: ${says}`;
    });
    const token = new URL(shareUrl).pathname.split('/').at(-1)?.slice(0, 8);
    expect(said).toEqual([
      '0 captured sun: on quotes.sunroof.example',
      '0 rendered null: ready',
      `0 shared sun: token ${token}…`,
      '0 webhookAttempt sun: 500',
      '30 webhookAttempt sun: 200',
      '30 webhookAcknowledged sun: with a 2xx',
      `60 request acme: POST /v1/shares/${token}…: 200`,
      '60 received acme: from Sunroof Leads',
      '60 charged acme: receive',
    ]);
    const requestId = mock.requests()[0]?.requestId;
    expect(events.filter((each) => 'requestId' in each)).toEqual(
      Array.from({ length: 2 }, (): unknown => expect.objectContaining({ requestId })),
    );
    expect((await fetch(`${served.url}/_mock/api/records/none/timeline`)).status).toBe(404);
  });

  it('shows what is still due, and a pending record only as captured', async () => {
    const desk = await openDesk({ webhookFetch: async () => new Response(null, { status: 500 }) });
    const webhook = { url: 'https://hooks.sun.example/cdr' };
    desk.mock.addOrganization({ organizationId: 'sun', name: 'Sunroof Leads', webhook });
    const kinds = async (cdrId: string) => (await eventsOf(desk, cdrId)).map(({ kind }) => kind);
    const pending = desk.mock.capture('sun', presets.buttonOnly({ render: 'manual' }));
    expect(await kinds(pending.cdrId)).toEqual(['captured']);
    const { cdrId } = desk.mock.capture('sun', presets.checkedBox());
    await desk.mock.clock.advance(0);
    expect((await kinds(cdrId)).slice(-2)).toEqual(['webhookAttempt', 'webhookDue']);
  });
});
