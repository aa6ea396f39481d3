import type { PlantedChange } from './plant.ts';
import { becomes, errorOf, isRedirect, where } from './planted-parts.ts';

const SEGMENTS = '(?:domains|cdrs|shares)';

/** Changes of transport, routing, keys and the envelope. */
export const TRANSPORT_CHANGES: readonly PlantedChange[] = [
  {
    what: 'a 404 may be cached',
    answered: (a) => a.status === 404 && a.headers.set('cache-control', 'max-age=60'),
  },
  {
    what: 'there are CORS headers',
    answered: ({ headers }) => headers.set('access-control-allow-origin', '*'),
  },
  {
    what: 'a failure has no requestId',
    answered: (a) => delete errorOf(a)?.['requestId'],
  },
  {
    what: 'the requestId of a failure stands at the top',
    answered: (a) => {
      if (a.json !== undefined && errorOf(a) !== undefined) a.json['requestId'] = 'req_x';
    },
  },
  {
    what: 'every success has the same requestId',
    answered: ({ json }) => {
      if (json?.['ok'] === true) json['requestId'] = 'req_same';
    },
  },
  { what: 'a 405 has no Allow', answered: ({ headers }) => headers.delete('allow') },
  {
    what: 'an unknown path is 400',
    answered: (a, { path }) => {
      if (a.status === 404 && !new RegExp(`^/v1/${SEGMENTS}`).test(path)) {
        becomes(400, 'INVALID_ARGUMENT')(a);
      }
    },
  },
  {
    what: 'the key is looked at before the path',
    answered: (a, { key }) => {
      if ([404, 405].includes(a.status) && !key?.includes('.')) becomes(401, 'UNAUTHENTICATED')(a);
    },
  },
  {
    what: 'a trailing slash makes another path',
    answered: (a, { path }) => path.endsWith('/') && becomes(404, 'NOT_FOUND')(a),
  },
  { what: 'a missing key is 403', answered: where('UNAUTHENTICATED', becomes(403, 'FORBIDDEN')) },
  {
    what: 'the code of a missing key is another one',
    answered: where('UNAUTHENTICATED', becomes(401, 'INVALID_API_KEY')),
  },
  {
    what: 'the redirect is permanent',
    answered: (a, sent) => isRedirect(sent) && becomes(301)(a),
  },
  {
    what: 'the redirect leads elsewhere',
    answered: ({ headers }, sent) => {
      if (isRedirect(sent)) headers.set('location', 'https://dashboard.example/receive/x');
    },
  },
  {
    what: 'packages are there',
    answered: (a, { path }) => {
      if (path.startsWith('/v1/packages/')) becomes(401, 'UNAUTHENTICATED')(a);
    },
  },
];
