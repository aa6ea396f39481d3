import { describe, expect, it } from 'vitest';
import { controlEndpoints } from '../../mock/control/control-endpoints.ts';
import { ConsentEvidence } from '../../src/index.ts';
import { openDesk } from './support/desk.ts';

const OWN_PICTURE = {
  pageUrl: 'https://quotes.example.com/',
  image: { contentType: 'image/svg+xml', base64: btoa('<svg onload="alert(1)"/>') },
};

/** Returns every path that only reads, with the parameters of this world. */
function readingPaths(params: Readonly<Record<string, string>>): string[] {
  return Object.values(controlEndpoints)
    .filter(({ method, path }) => method === 'GET' && path !== '/events')
    .map(({ path }) => path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? ''));
}

describe('looking at the world', () => {
  it('changes nothing, strikes no fault and is in no journal', async () => {
    const desk = await openDesk({ seed: 'demo' });
    const { mock, served } = desk;
    const { cdrId, shareUrl } = mock.capture('sunroof', { ...OWN_PICTURE, autoShare: true });
    await fetch(shareUrl, { redirect: 'manual' });
    const token = shareUrl.split('/').at(-1) ?? '';
    const { undoId } = (await desk.post('/undo', { label: 'a look' })).json as { undoId: string };
    const params = {
      undoId,
      ...{ cdrId, token, name: 'checkedBox', organizationId: 'sunroof' },
      requestId: mock.requests().at(-1)?.requestId ?? '',
    };
    mock.addFault({ operation: '*', status: 500, times: Infinity });
    const before = JSON.stringify(mock.snapshot());
    const paths = readingPaths(params).map((path) => `/_mock/api${path}`);
    expect(paths).toContain(`/_mock/api/records/${cdrId}/image`);
    for (const path of [...paths, '/_mock/', `/_mock/dashboard/claim/${token}`]) {
      const reply = await fetch(served.url + path);
      expect(`${path} ${reply.status}`).toBe(`${path} 200`);
      await reply.arrayBuffer();
    }
    expect(JSON.stringify(mock.snapshot())).toBe(before);
  });

  it('shows the image to whoever may use the control API, and to no one else', async () => {
    const desk = await openDesk({ seed: 'demo' }, { controlToken: 'correct-horse' });
    const { cdrId } = desk.mock.capture('sunroof', OWN_PICTURE);
    const target = `${desk.served.url}/_mock/api/records/${cdrId}/image`;
    expect((await fetch(target)).status).toBe(401);
    const reply = await fetch(target, { headers: { authorization: 'Bearer correct-horse' } });
    expect(await reply.text()).toBe(atob(OWN_PICTURE.image.base64));
    expect(reply.headers.get('content-type')).toBe('image/svg+xml');
  });

  it.each(['image/svg+xml', 'text/html', 'application/xhtml+xml', 'text/xml', 'image/png'])(
    'lets a picture of type %s that is opened by itself run nothing on this origin',
    async (contentType) => {
      const { mock, served } = await openDesk({ seed: 'demo' });
      const image = { ...OWN_PICTURE.image, contentType };
      const { cdrId } = mock.capture('sunroof', { ...OWN_PICTURE, image });
      const client = new ConsentEvidence(served.clientOptions('sunroof'));
      const { downloadUrl = '' } = await client.cdrs.get(cdrId);
      for (const url of [downloadUrl, `${served.url}/_mock/api/records/${cdrId}/image`]) {
        const { headers, status } = await fetch(url);
        expect([status, headers.get('content-type')]).toEqual([200, contentType]);
        expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
        expect(headers.get('x-content-type-options')).toBe('nosniff');
      }
    },
  );
});
