import { ConsentEvidence } from 'consent-evidence';
import { failureOf, has } from './expect.mjs';

/** Tests a runtime that asks before a process may use the network. */
export const permissions = {
  name: 'no permission',
  cases({ isConfined }) {
    if (!isConfined) return undefined;
    const refused = async () => {
      const options = { apiKey: 'key.secret', baseUrl: 'https://api.example.com', maxRetries: 0 };
      const error = await failureOf(new ConsentEvidence(options).cdrs.share('cdr_1'));
      has(error, { name: 'ConnectionError', outcome: 'not_sent', attempts: 1 });
    };
    return [['a call that is not let out is known not to be sent', refused]];
  },
};
