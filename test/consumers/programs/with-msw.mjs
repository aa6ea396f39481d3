import { ConsentEvidence } from 'consent-evidence';
import { createMockService, presets } from 'consent-evidence/mock';
import { createHandlers, setupMockServer } from 'consent-evidence/mock/msw';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import manifest from 'msw/package.json' with { type: 'json' };

const mock = createMockService({ now: '2026-01-05T12:00:00Z' });
const producer = mock.addOrganization({ name: 'Sunroof Leads' });
const { cdrId } = mock.capture(producer, presets.checkedBox());
const { apiKey, baseUrl } = mock.clientOptions(producer);
const textOf = async (url) => (await fetch(url)).text();

const mixed = setupServer(
  http.get('https://crm.example/', () => HttpResponse.text('mine')),
  ...createHandlers(mock),
);
mixed.listen();
const record = await new ConsentEvidence({ apiKey, baseUrl }).cdrs.get(cdrId);
const mine = await textOf('https://crm.example/');
mixed.close();

console.warn = () => undefined;
const strict = setupMockServer(mock);
strict.listen();
const strays = ['https://elsewhere.example/', 'https://elsewhere.example/logo.png'];
const stray = await Promise.all(strays.map((url) => textOf(url).catch(() => 'refused')));
strict.close();

const { version } = manifest;
console.log(JSON.stringify({ version, found: record.cdrId === cdrId, mine, stray }));
