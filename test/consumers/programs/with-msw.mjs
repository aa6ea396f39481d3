import { ConsentEvidence } from 'consent-evidence';
import { createMockService, presets } from 'consent-evidence/mock';
import { setupMockServer } from 'consent-evidence/mock/msw';

const mock = createMockService({ now: '2026-01-05T12:00:00Z' });
const producer = mock.addOrganization({ name: 'Sunroof Leads' });
const { cdrId } = mock.capture(producer, presets.checkedBox());
const { apiKey, baseUrl } = mock.clientOptions(producer);

const server = setupMockServer(mock);
await server.listen();
const record = await new ConsentEvidence({ apiKey, baseUrl }).cdrs.get(cdrId);
const stray = await fetch('https://elsewhere.example/').catch(() => 'refused');
await server.close();

console.log(JSON.stringify({ found: record.cdrId === cdrId, stray }));
