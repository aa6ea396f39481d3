import { describe, expect, it } from 'vitest';
import { createMockService } from '../../mock/index.ts';
import { InvalidInputError } from '../../src/index.ts';

const PASSWORD = 'hunter2-secret';

/** Returns the error of a call, which must not repeat the password. */
function refusal(call: () => unknown): InvalidInputError {
  try {
    call();
  } catch (error) {
    expect(JSON.stringify(error) + String(error)).not.toContain(PASSWORD);
    if (error instanceof InvalidInputError) return error;
    throw error;
  }
  throw new Error('not refused');
}

describe('the URL of a webhook', () => {
  it.each([
    ['user information', `https://me:${PASSWORD}@crm.example/hook`],
    ['a user alone', `https://${PASSWORD}@crm.example/hook`],
    ['a password alone', `https://:${PASSWORD}@crm.example/hook`],
    ['another scheme', `ftp://crm.example/${PASSWORD}`],
    ['no host', 'https://'],
  ])('is refused with %s, wherever it is given', (_, url) => {
    const mock = createMockService();
    const { organizationId } = mock.addOrganization({ name: 'Acme Solar' });
    const webhook = { url };
    const seed = { organizations: [{ organizationId: 'acme', name: 'Acme Solar', webhook }] };
    const paths = [
      () => mock.addOrganization({ name: 'Verde', webhook }),
      () => mock.updateOrganization(organizationId, { webhook }),
      () => createMockService({ seed }),
    ].map((call) => refusal(call).issues.map(({ path }) => path));
    expect(paths).toEqual([['webhook.url'], ['webhook.url'], ['organizations.0.webhook.url']]);
    expect(JSON.stringify(mock.snapshot())).not.toContain(PASSWORD);
  });

  it('may have a port, a path and a query', () => {
    const mock = createMockService();
    const webhook = { url: 'HTTP://127.0.0.1:3000/hooks/@me?to=a@b' };
    expect(() => mock.addOrganization({ name: 'Verde', webhook })).not.toThrow();
  });
});
