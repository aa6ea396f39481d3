import { describe, expect, it } from 'vitest';
import type { FaultInput } from '../../mock/world/fault.ts';
import { eachDoor } from './support/each-door.ts';
import { partiesOf, sharedBy } from './support/parties.ts';
import type { Reply } from './support/reply.ts';
import { toldOf } from './support/told-of.ts';
import type { World } from './support/world.ts';

type Parties = Awaited<ReturnType<typeof sharedBy>>;

const MALFORMED = [
  '401 UNAUTHENTICATED',
  '§5: the key is well-formed {}',
  'the API key is malformed: expected <key_id>.<secret> with exactly one dot',
];
const UNKNOWN_KEY = [
  '401 UNAUTHENTICATED',
  '§5: the key is known {}',
  'the API key is not valid; copy it again or issue a new one in the dashboard',
];
const NO_KEY = [
  '401 UNAUTHENTICATED',
  '§5: a key was sent {}',
  'send your API key in the X-API-Key header',
];
const NOT_JSON = [
  '400 INVALID_ARGUMENT',
  '§1: the body is JSON {}',
  'the body is not JSON; send an object, or nothing',
];
const NO_OBJECT = [
  '400 INVALID_ARGUMENT',
  '§1: the body is an object {}',
  'the body must be a JSON object, or empty',
];

const EMPTY_LIST = [
  ...NO_OBJECT.slice(0, 2),
  `${NO_OBJECT[2]}: it is [], as PHP writes an empty array; send {}, as new stdClass() does`,
];

type Row = readonly [
  title: string,
  request: (world: World, parties: Parties) => Reply<unknown> | Promise<Reply<unknown>>,
  told: readonly string[],
];

const KEYS: readonly Row[] = [
  ['no key', (world) => world.domains(null), NO_KEY],
  ['an empty key', (world) => world.request('GET', '/v1/domains', { key: '' }), NO_KEY],
  ['a key without a dot', (world) => world.domains('key'), MALFORMED],
  ['a key without a secret', (world) => world.domains('key.'), MALFORMED],
  ['a key without an identifier', (world) => world.domains('.secret'), MALFORMED],
  [
    'a right key with something behind it',
    (world, { producer }) => world.domains(`${producer.apiKey}.more`),
    MALFORMED,
  ],
  ['a key of nobody', (world) => world.domains('nobody.secret'), UNKNOWN_KEY],
  [
    'a right identifier with a wrong secret',
    (world, { producer }) => world.domains(`${producer.apiKey.split('.')[0]}.wrong`),
    UNKNOWN_KEY,
  ],
  [
    'the secret of another organization',
    (world, { producer, buyer }) =>
      world.domains(`${producer.apiKey.split('.')[0]}.${buyer.apiKey.split('.')[1]}`),
    UNKNOWN_KEY,
  ],
  [
    'an organization without access',
    (world) => {
      const off = world.mock.addOrganization({ name: 'Off', apiAccess: 'off' });
      return world.domains(off);
    },
    [
      '403 API_ACCESS_DISABLED',
      '§5: the organization has API access {"apiAccess":"off","billing":true}',
      'API access is off for Off; switch it on in the dashboard',
    ],
  ],
];

const BODIES: readonly Row[] = [
  ['half a body', (world, { buyer, token }) => world.receive(buyer, token, '{"coll'), NOT_JSON],
  ['a list', (world, { buyer, token }) => world.receive(buyer, token, []), EMPTY_LIST],
  ['a list of something', (world, { buyer, token }) => world.receive(buyer, token, [1]), NO_OBJECT],
  ['a text', (world, { buyer, token }) => world.receive(buyer, token, '"collect"'), NO_OBJECT],
  ['a number', (world, { buyer, token }) => world.receive(buyer, token, '7'), NO_OBJECT],
];

eachDoor((open) => {
  it.each([...KEYS, ...BODIES])('explain says of %s why it was refused', async (...row) => {
    const [, request, expected] = row;
    const world = await open();
    const reply = await request(world, await sharedBy(world));
    expect(toldOf(world, reply)).toEqual(expected);
    expect(reply.json?.ok === false && reply.json.error.message).toBe(expected.at(-1));
  });

  it('explain says that a body is too long', async () => {
    const world = await open({ maxBodyBytes: 1024 });
    const { buyer, token } = await sharedBy(world);
    const reply = await world.receive(buyer, token, { filler: 'x'.repeat(1024) });
    expect(toldOf(world, reply)).toEqual([
      '400 INVALID_ARGUMENT',
      '§1: the body is not too long {}',
      'the body is longer than 1024 bytes',
    ]);
  });

  it.each(['', ' \n', 'null'])('takes the body %j as no body', async (body) => {
    const world = await open();
    const { buyer, token } = await sharedBy(world);
    expect((await world.receive(buyer, token, body)).status).toBe(200);
  });

  it('explain says when a key was revoked', async () => {
    const world = await open({ readings: { revocationDelayMs: 0 } });
    const { producer } = partiesOf(world);
    world.mock.revokeApiKey(producer.apiKey);
    expect(toldOf(world, await world.domains(producer))).toEqual([
      '401 UNAUTHENTICATED',
      '§5: the key is not revoked {}',
      'the API key was revoked; issue a new one in the dashboard',
    ]);
  });
});

const FAULT_MESSAGE =
  'this fault was added to the fake on purpose; remove it, or wait until it is used up';

const FAULTS: readonly [effect: Partial<FaultInput>, status: number, code: string][] = [
  [{ status: 404 }, 404, 'NOT_FOUND'],
  [{ status: 401 }, 401, 'UNAUTHENTICATED'],
  [{ status: 418 }, 418, 'UNKNOWN'],
  [{ status: 429 }, 429, 'RESOURCE_EXHAUSTED'],
  [{ status: 503 }, 503, 'UNAVAILABLE'],
  [{ code: 'FORBIDDEN' }, 403, 'FORBIDDEN'],
];

eachDoor((open) => {
  it.each(FAULTS)('explain says what the fault %o was', async (effect, status, code) => {
    const world = await open();
    const { producer } = partiesOf(world);
    const { faultId } = world.mock.addFault({ operation: 'domains.list', ...effect });
    const reply = await world.domains(producer);
    expect(toldOf(world, reply)).toEqual([
      `${status} ${code}`,
      `§fault: no fault strikes before the operation ${JSON.stringify({ faultId, drop: false, status })}`,
      FAULT_MESSAGE,
    ]);
    expect(reply.json?.ok === false && reply.json.error).toMatchObject({ code });
    expect(reply.json).not.toHaveProperty('error.details');
  });
});

describe('what the fake says behind its other addresses', () => {
  const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

  eachDoor(
    (open) => {
      const claim = 'https://dashboard.consent-evidence.example/claim/shr_1';

      it.each([
        ['GET', claim, 200, 'The real dashboard asks a person to sign in'],
        ['GET', `${claim}/`, 200, 'The real dashboard asks a person to sign in'],
        ['POST', claim, 405, 'There is no such page.'],
        ['GET', `${claim}/more`, 404, 'There is no such page.'],
        [
          'GET',
          'https://dashboard.consent-evidence.example/a/claim/x',
          404,
          'There is no such page.',
        ],
      ])('answers %s %s with %s', async (method, address, status, text) => {
        const reply = await (await open()).visit(address, method);
        expect(reply.status).toBe(status);
        expect(textOf(reply.bytes)).toContain(`<p>${text}`);
      });

      it('says why an address gives no image', async () => {
        const world = await open();
        const { producer, cdrId } = partiesOf(world, {}, { autoCollect: true });
        const url = (await world.read(producer, cdrId)).data.cdr.downloadUrl ?? '';
        const { origin } = new URL(url);
        const tell = async (address: string, method?: string) => {
          const { status, headers, bytes } = await world.visit(address, method);
          return [status, headers.get('content-type'), textOf(bytes)];
        };
        const plain = 'text/plain; charset=utf-8';
        expect(await tell(url, 'POST')).toEqual([405, plain, 'only GET\n']);
        const unsigned = [403, plain, 'the URL was not signed by the service\n'];
        expect(await tell(`${url}0`)).toEqual(unsigned);
        for (const path of ['/', '/cdrs', `/a/cdrs/${cdrId}`, `/cdrs/${cdrId}/more`]) {
          expect(await tell(origin + path + new URL(url).search)).toEqual(unsigned);
        }
        await world.mock.clock.advance(300_000);
        const expired = 'the URL has expired; read the record again\n';
        expect(await tell(url)).toEqual([403, plain, expired]);
      });
    },
    // A served fake has the claim page at these paths, and its images at a separate address.
    (door) => door.name === 'mock.fetch',
  );
});
