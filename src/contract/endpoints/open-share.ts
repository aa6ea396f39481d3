import { type EndpointFacts, endpoint } from '../endpoint.ts';
import { TOKEN_MEANS } from '../input-meanings.ts';
import { SHARE_PATH } from '../path.ts';

/** `GET /v1/shares/<token>` (spec §4.7). */
export const openShare = endpoint({
  operation: 'shares.dashboardUrl',
  section: '4.7',
  summary: 'Redirect a person to the dashboard',
  method: 'GET',
  path: SHARE_PATH,
  aliases: [],
  needsKey: false,
  billable: false,
  repeat: 'read',
  inDoubt: null,
  hints: {},
  secrets: ['token'],
  query: null,
  body: null,
  data: null,
  needs: [],
});

export const openShareFacts = (): EndpointFacts<typeof openShare> => ({
  refuses: {
    NOT_FOUND: 'No such share token, if the service checks it.',
    GONE: 'The share token has expired, if the service checks it.',
  },
  about:
    'Redirects a person’s browser to the dashboard, where the person signs in and receives the record. It takes no API key, charges nothing and answers without JSON. A program receives a share with `POST` instead.',
  names: {},
  inputs: {
    token: TOKEN_MEANS,
  },
  example: { token: 'shr_demo_live' },
  sample: null,
});
