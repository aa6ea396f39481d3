import { ConsentEvidence } from 'consent-evidence';
import { equal, has, ok } from './expect.mjs';

/** Tests each runtime's way to use a proxy, through the option `fetch`. */
export const proxy = {
  name: 'proxy, by fetch',
  cases({ proxied, proxyUrl, served }) {
    if (proxied === undefined) return undefined;
    const through = async () => {
      const client = new ConsentEvidence({
        apiKey: served.world.keys.producer,
        baseUrl: served.url,
        fetch: await proxied(proxyUrl),
      });
      equal(await client.domains.list(), ['example.com']);
      const [cdrId] = served.world.cdrIds;
      has(await client.cdrs.collect(cdrId), { alreadyCollected: true });
      has(await client.cdrs.download(cdrId), { cdrId });
      const { count } = await (await fetch(proxyUrl)).json();
      ok(count > 0, 'the proxy was used');
    };
    return [['reads, acts and downloads go through it', through]];
  },
};
