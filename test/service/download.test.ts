import { expect, it } from 'vitest';
import { eachDoor } from './support/each-door.ts';
import { partiesOf } from './support/parties.ts';
import { type KeyHolder, PLAIN_PAGE, type World } from './support/world.ts';

async function downloadUrlOf(world: World, key: KeyHolder, cdrId: string): Promise<string> {
  const { downloadUrl } = (await world.read(key, cdrId)).data.cdr;
  if (downloadUrl === undefined) throw new Error('not collected');
  return downloadUrl;
}

const AUTO = { autoCollect: true };

eachDoor((open) => {
  it('2.3: the bytes behind downloadUrl are of size and contentType', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, {}, AUTO);
    const { cdr } = (await world.read(producer, cdrId)).data;
    const { status, headers, bytes } = await world.visit(cdr.downloadUrl ?? '');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe(cdr.contentType);
    expect(bytes.byteLength).toBe(cdr.size);
    expect(Array.from(bytes.subarray(0, 4))).toEqual([0x89, 0x50, 0x4e, 0x47]);
  });

  it('2.3: an image of the capture is served byte for byte', async () => {
    const world = await open();
    const image = { contentType: 'image/webp', base64: 'AAEC/w==' };
    const { producer, cdrId } = partiesOf(world, { image }, AUTO);
    const { cdr } = (await world.read(producer, cdrId)).data;
    expect(cdr).toMatchObject({ contentType: 'image/webp', size: 4 });
    const { headers, bytes } = await world.visit(cdr.downloadUrl ?? '');
    expect(headers.get('content-type')).toBe('image/webp');
    expect(Array.from(bytes)).toEqual([0, 1, 2, 255]);
  });

  it('2.3: downloadUrl is new on each response, in lists too', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, {}, AUTO);
    const urls = [
      await downloadUrlOf(world, producer, cdrId),
      await downloadUrlOf(world, producer, cdrId),
      (await world.list(producer, 'example.com')).data.cdrs[0]?.downloadUrl ?? '',
    ];
    expect(new Set(urls).size).toBe(3);
    for (const url of urls) expect((await world.visit(url)).status).toBe(200);
  });

  it('2.3: downloadUrl works for 300 seconds and not a millisecond longer', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, {}, AUTO);
    const url = await downloadUrlOf(world, producer, cdrId);
    await world.mock.clock.advance(299_999);
    const fresh = await downloadUrlOf(world, producer, cdrId);
    expect((await world.visit(url)).status).toBe(200);
    await world.mock.clock.advance(1);
    const dead = await world.visit(url);
    expect(dead.status).toBe(403);
    expect(dead.headers.get('content-type')).toMatch(/^text\/plain/);
    expect((await world.visit(fresh)).status).toBe(200);
  });

  it('2.3: downloadUrl needs no key and cannot be altered', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, {}, AUTO);
    const second = world.mock.capture(producer, PLAIN_PAGE).cdrId;
    const url = await downloadUrlOf(world, producer, cdrId);
    const later = new URL(url);
    later.searchParams.set('expires', String(Number(later.searchParams.get('expires')) + 1));
    const unsigned = new URL(url);
    unsigned.searchParams.delete('signature');
    for (const altered of [url.replace(cdrId, second), later.href, unsigned.href]) {
      expect((await world.visit(altered)).status).toBe(403);
    }
    expect((await world.visit(url, 'POST')).status).toBe(405);
    expect((await world.visit(url)).status).toBe(200);
  });

  it('2.3: downloadUrl stands on an origin that this door serves', async () => {
    const world = await open();
    const { producer, cdrId } = partiesOf(world, {}, AUTO);
    const { origin } = new URL(await downloadUrlOf(world, producer, cdrId));
    const isServed = world.baseUrl.startsWith('http://127.0.0.1');
    expect(origin).toBe(isServed ? world.baseUrl : 'https://evidence.consent-evidence.example');
  });
});
