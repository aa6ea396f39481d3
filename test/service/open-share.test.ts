import { expect, it } from 'vitest';
import { eachDoor } from './support/each-door.ts';
import { sharedBy, tokenIn } from './support/parties.ts';
import type { World } from './support/world.ts';

/** Returns the `Location` that a share URL redirects to, without `{dashboard_url}`. */
async function claimPathOf(world: World, token: string): Promise<string> {
  const { status, headers } = await world.request('GET', `/v1/shares/${token}`);
  expect(status).toBe(302);
  const location = headers.get('location') ?? '';
  const isServed = world.baseUrl.startsWith('http://127.0.0.1');
  const dashboardUrl = isServed
    ? `${world.baseUrl}/_mock/dashboard`
    : 'https://dashboard.consent-evidence.example';
  expect(location.slice(0, dashboardUrl.length)).toBe(dashboardUrl);
  return location.slice(dashboardUrl.length);
}

eachDoor((open) => {
  it('4.7: the redirect leads to {dashboard_url}/claim/<token>', async () => {
    const world = await open();
    const { token } = await sharedBy(world);
    expect(await claimPathOf(world, token)).toBe(`/claim/${token}`);
  });

  it('4.7: nothing is charged, received or written by it', async () => {
    const world = await open();
    const { token } = await sharedBy(world);
    const before = world.mock.snapshot().toJSON().tables;
    await claimPathOf(world, token);
    const after = world.mock.snapshot().toJSON().tables;
    expect({ ...after, requests: [] }).toEqual({ ...before, requests: [] });
  });

  it('4.7: an unknown or expired token is redirected too, so that no one learns which exist', async () => {
    const world = await open();
    const { token } = await sharedBy(world);
    expect(await claimPathOf(world, 'shr_nowhere')).toBe('/claim/shr_nowhere');
    await world.mock.clock.advance({ days: 40 });
    expect(await claimPathOf(world, token)).toBe(`/claim/${token}`);
  });

  it('4.7: for a Dev Mode token the redirect works', async () => {
    const world = await open();
    const producer = world.mock.addOrganization({ name: 'Producer' });
    const page = { pageUrl: 'https://example.com/', devMode: true, autoShare: true };
    const token = tokenIn(world.mock.capture(producer, page).shareUrl);
    expect(await claimPathOf(world, token)).toBe(`/claim/${token}`);
  });

  it('4.7: what a token holds cannot leave its segment of the address', async () => {
    const world = await open();
    expect(await claimPathOf(world, 'a%3Fb%23c%0D%0Ad')).toBe('/claim/a%3Fb%23c%0D%0Ad');
  });

  it('4.7: the page behind the redirect is there and does not show the token', async () => {
    const world = await open();
    const { token } = await sharedBy(world);
    const { headers } = await world.request('GET', `/v1/shares/${token}`);
    const page = await world.visit(headers.get('location') ?? '');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(new TextDecoder().decode(page.bytes)).not.toContain(token);
  });
});
