import { describe, expect, it } from 'vitest';
import { createMockService } from '../../mock/index.ts';

const TAKEN = /organizationId: another organization already has this id/;

describe('the id of an organization', () => {
  it('is given once, whoever gives it first', () => {
    const before = createMockService({ idSeed: 'one' });
    before.addOrganization({ name: 'Sunroof Leads', organizationId: 'sunroof' });
    const { organizationId } = before.addOrganization({ name: 'Acme Solar' });
    const mock = createMockService({ idSeed: 'one' });
    mock.addOrganization({ name: 'Sunroof Leads', organizationId });
    expect(() => mock.addOrganization({ name: 'Acme Solar', organizationId })).toThrow(TAKEN);
    // The fake's next id is the one that was given by hand.
    expect(() => mock.addOrganization({ name: 'Acme Solar' })).toThrow(TAKEN);
  });
});
