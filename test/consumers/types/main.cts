// A CommonJS module of a TypeScript project.
import { ConsentEvidence, isApiError } from 'consent-evidence';
import { createMockService } from 'consent-evidence/mock';
import { verifyWebhook } from 'consent-evidence/webhooks';

const mock = createMockService();
const organization = mock.addOrganization({ name: 'Sunroof Leads' });
const client = new ConsentEvidence(mock.clientOptions(organization));

export const domains: Promise<string[]> = client.domains.list();
export const codeOf = (error: unknown): string | undefined =>
  isApiError(error) ? error.code : undefined;
export const verified = verifyWebhook({ body: '{}', headers: {}, secret: 's' });
