import { ConsentEvidence } from 'consent-evidence';
import { equal, failureOf, has } from './expect.mjs';

/** Tests that a client without options reads the environment, if there is one, by its first call. */
export const environment = {
  name: 'environment',
  cases({ hasEnvironment, served }) {
    if (hasEnvironment && served === undefined) return undefined;
    if (hasEnvironment) {
      const read = async () => equal(await new ConsentEvidence().domains.list(), ['example.com']);
      return [['the key and the base address are read', read]];
    }
    const missing = async () => {
      const error = await failureOf(new ConsentEvidence().domains.list());
      has(error, { name: 'InvalidInputError' });
      equal(error.issues.map(({ path }) => path).sort(), ['apiKey', 'baseUrl']);
    };
    return [['what is missing is named, and nothing else breaks', missing]];
  },
};
