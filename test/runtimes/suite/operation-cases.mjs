import { isApiError } from 'consent-evidence';
import { equal, failureOf, has, ok } from './expect.mjs';
import { sha256Of } from './sha256-of.mjs';

const tokenOf = (shareUrl) => shareUrl.split('/').at(-1);

const DAY_MS = 86_400_000;

/** Cases for every read of the client. */
function readCases({ world, connect }) {
  const producer = () => connect('producer');
  return [
    ['domains.list', async () => equal(await producer().domains.list(), ['example.com'])],
    [
      'withResponse',
      async () => {
        const { status, headers, requestId, attempts } = await producer()
          .domains.list()
          .withResponse();
        has({ status, attempts }, { status: 200, attempts: 1 });
        equal(headers.get('cache-control'), 'no-store');
        equal(typeof requestId, 'string');
      },
    ],
    [
      'cdrs.list walks page by page, the next one fetched ahead',
      async () => {
        const list = producer().cdrs.list('example.com', {
          pageSize: 2,
          order: 'asc',
          prefetch: 1,
        });
        const seen = [];
        for await (const { cdrId } of list) seen.push(cdrId);
        equal(
          world.cdrIds.filter((cdrId) => seen.includes(cdrId)),
          world.cdrIds,
        );
        equal(new Set(seen).size, seen.length, 'entries, each once');
      },
    ],
    [
      'cdrs.list finds metadata outside ASCII',
      async () => {
        for (const [index, value] of ['ä', 'ö', 'ü', 'ß', '☀'].entries()) {
          const metadata = { key: 'lead', value };
          const found = await producer()
            .cdrs.list('example.com', { metadata })
            .toArray({ limit: 9 });
          equal(
            found.map(({ cdrId }) => cdrId),
            [world.cdrIds[index]],
          );
        }
      },
    ],
    [
      'cdrs.list can be left early',
      async () => {
        const walked = [];
        for await (const entry of producer().cdrs.list('example.com', {
          pageSize: 1,
          prefetch: 1,
        })) {
          walked.push(entry);
          if (walked.length === 2) break;
        }
        equal(walked.length, 2);
      },
    ],
    [
      'cdrs.get',
      async () => {
        const cdr = await producer().cdrs.get(world.cdrIds[4]);
        has(cdr, { cdrId: world.cdrIds[4], collected: true, customMetadata: { lead: '☀' } });
        equal(cdr.detectedDisclosureDetails?.userSubmitted, true);
      },
    ],
    [
      'an id outside ASCII reaches the service whole',
      async () => {
        const error = await failureOf(producer().cdrs.get('cdr ä%2F☀?#'));
        ok(isApiError(error, 'NOT_FOUND'), 'NOT_FOUND');
      },
    ],
    [
      'request',
      async () =>
        equal(await producer().request({ method: 'GET', path: '/v1/domains' }), {
          domains: ['example.com'],
        }),
    ],
    ['check', async () => has(await producer().check(), { ok: true, problems: [] })],
    [
      'check finds a key that nobody knows',
      async () => {
        const { ok: fine, problems } = await connect('producer', { apiKey: 'key.wrong' }).check();
        equal(
          { fine, areas: problems.map(({ area }) => area) },
          { fine: false, areas: ['apiKey'] },
        );
      },
    ],
    [
      'shares.dashboardUrl follows nothing',
      async () => {
        const token = tokenOf(world.toReceive.shareUrl);
        const address = await connect('buyer').shares.dashboardUrl(token);
        ok(new URL(address).pathname.endsWith(`/claim/${token}`), address);
      },
    ],
  ];
}

/** Cases for every act of the client, and every refusal that a buyer must know. */
function actCases({ world, connect }) {
  return [
    [
      'cdrs.collect, twice',
      async () => {
        const { cdrs } = connect('frugal');
        const cdrId = world.toCollect;
        const receipt = { cdrId, collected: true, alreadyCollected: false, replayPossible: false };
        has(await cdrs.collect(cdrId), receipt);
        has(await cdrs.collect(cdrId), { ...receipt, alreadyCollected: true });
      },
    ],
    [
      'cdrs.share',
      async () => {
        const share = await connect('frugal').cdrs.share(world.toShare, { expiresIn: { days: 3 } });
        ok(share.shareUrl.endsWith(`/v1/shares/${share.token}`), share.shareUrl);
        ok(share.expiresAt > 2 * DAY_MS, 'expiresAt');
      },
    ],
    [
      'shares.receive, twice',
      async () => {
        const { shares } = connect('buyer');
        const acceptance = { schemaVersion: 1, disclosure: { requireAllCheckboxesAffirmed: true } };
        const token = tokenOf(world.toReceive.shareUrl);
        const { cdrId } = world.toReceive;
        const first = await shares.receive(token, { acceptance });
        has(first, { claimed: true, cdrId, alreadyClaimed: false, acceptanceEvaluated: true });
        const second = await shares.receive(token, { acceptance });
        has(second, { alreadyClaimed: true, shareEventId: '', acceptanceEvaluated: false });
      },
    ],
    [
      'shares.receive waits out a record that is being rendered',
      async () => {
        const receiving = connect('buyer').shares.receive(tokenOf(world.pending.shareUrl));
        const { data, attempts } = await receiving.withResponse();
        has({ ...data, attempts }, { cdrId: world.pending.cdrId, attempts: 3 });
      },
    ],
    [
      'shares.receive tells which criteria were not met',
      async () => {
        const acceptance = { schemaVersion: 1, disclosure: { requireAllCheckboxesAffirmed: true } };
        const token = tokenOf(world.unchecked.shareUrl);
        const error = await failureOf(connect('buyer').shares.receive(token, { acceptance }));
        ok(isApiError(error, 'CDR_ACCEPTANCE_FAILED'), 'CDR_ACCEPTANCE_FAILED');
        has(error, { status: 422, outcome: 'refused' });
        equal(error.details.failures[0].code, 'CHECKBOX_NOT_AFFIRMED');
      },
    ],
    [
      'a Dev Mode record is never collected',
      async () => {
        const error = await failureOf(connect('frugal').cdrs.collect(world.devMode));
        has(error, { name: 'ApiError', code: 'CDR_DEV_MODE', status: 409, outcome: 'refused' });
      },
    ],
  ];
}

function downloadCases({ world, connect }, { files, fileRefusal }) {
  const cases = [
    [
      'cdrs.download',
      async () => {
        const image = await connect('producer').cdrs.download(world.cdrIds[0]);
        ok(image.bytes instanceof Uint8Array, 'bytes');
        has(image, { contentType: 'image/png', size: image.bytes.byteLength });
        equal([...image.bytes.slice(1, 4)], [0x50, 0x4e, 0x47], 'a PNG');
        equal(image.sha256, await sha256Of(image.bytes), 'sha256');
      },
    ],
  ];
  if (files === undefined) {
    const refused = async () => {
      const error = await failureOf(
        connect('producer').cdrs.downloadTo(world.cdrIds[0], 'image.png'),
      );
      equal(error.name, fileRefusal);
    };
    return [...cases, ['cdrs.downloadTo says that it has no file system', refused]];
  }
  const written = async () => {
    const path = files.newPath();
    const receipt = await connect('producer').cdrs.downloadTo(world.cdrIds[0], path);
    const bytes = await files.read(path);
    has(receipt, { size: bytes.byteLength, sha256: await sha256Of(bytes) });
  };
  return [...cases, ['cdrs.downloadTo', written]];
}

/** Cases for every operation of the client against one fake. */
export function operationCases(fake, offers) {
  return [...readCases(fake), ...actCases(fake), ...downloadCases(fake, offers)];
}
