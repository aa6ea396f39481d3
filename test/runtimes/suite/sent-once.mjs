import { ConsentEvidence } from 'consent-evidence';
import { equal } from './expect.mjs';

/** Every form of a POST, with and without a body; `id` identifies its requests. */
const POSTS = {
  'collect, no body': (client, id) => client.cdrs.collect(id),
  'share, no body': (client, id) => client.cdrs.share(id),
  'share, a body': (client, id) => client.cdrs.share(id, { expiresIn: { days: 1 } }),
  'receive, no body': (client, id) => client.shares.receive(id),
  'receive, a body': (client, id) =>
    client.shares.receive(id, { acceptance: { schemaVersion: 1 } }),
  'request, a body': (client, id) =>
    client.request({ method: 'POST', path: `/v1/${id}`, body: { word: 'ä' } }),
};

const STATUSES = Array.from({ length: 400 }, (_, index) => 200 + index);

/** Ways in which a connection can break, fresh or after an earlier request. */
const BREAKS = ['drop', 'break'];

/** Tests that no runtime sends a POST more often than the call asks for. */
export const sentOnce = {
  name: 'sent once',
  cases({ hostileUrl: url }) {
    if (url === undefined) return undefined;
    const at = (way) =>
      new ConsentEvidence({ apiKey: 'key.secret', baseUrl: `${url}/${way}`, maxRetries: 0 });
    const send = async (post, way) => {
      const id = crypto.randomUUID();
      await post(at(way), id).catch(() => {});
      const { seen } = await (await fetch(`${url}/seen/${id}`)).json();
      equal(seen, 1, `${way}: requests that the server saw`);
    };
    return [
      ...Object.entries(POSTS).map(([name, post]) => [
        `${name}, told of a misdirected request`,
        () => send(post, 'status-421'),
      ]),
      ...Object.entries(POSTS).map(([name, post]) => [
        `${name}, and the connection breaks`,
        async () => {
          for (const way of BREAKS) {
            await send(post, way);
            await at('gzip').domains.list();
            await send(post, way);
          }
        },
      ]),
      [
        'whatever the status',
        async () => {
          const posts = Object.values(POSTS);
          for (const status of STATUSES) {
            await send(posts[status % posts.length], `status-${status}`);
          }
        },
      ],
    ];
  },
};
