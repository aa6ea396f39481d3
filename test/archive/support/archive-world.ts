import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { type CaptureInput, createMockService, presets } from '../../../mock/index.ts';
import { ConsentEvidence, type ConsentEvidenceOptions } from '../../../src/index.ts';

/** Makes a folder for the running test, removed afterwards with what is beside it. */
export function tempFolder(): string {
  const place = mkdtempSync(path.join(tmpdir(), 'consent-evidence-archive-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  const folder = path.join(place, 'evidence');
  mkdirSync(folder);
  return folder;
}

/** Makes a company that captures on its own pages and auto-collects, and one that never pays. */
export function archiveWorld() {
  const mock = createMockService({ now: '2026-01-05T12:00:00Z', idSeed: 'archive' });
  const company = mock.addOrganization({ name: 'Acme Solar' });
  const thrifty = mock.addOrganization({ name: 'Thrifty Leads', autoCollect: false });
  const clientOf = (options: ConsentEvidenceOptions = {}, organization = company) =>
    new ConsentEvidence({ ...mock.clientOptions(organization), maxRetries: 0, ...options });
  const capture = (page: Partial<CaptureInput> = {}, organization = company): string =>
    mock.capture(organization, presets.checkedBox(page)).cdrId;
  const captureMany = (count: number, domain = 'acme.example'): string[] =>
    Array.from({ length: count }, (_, at) =>
      capture({ pageUrl: `https://www.${domain}/quote?n=${at}` }),
    );
  const requests = () => mock.requests().map(({ operation }) => operation ?? 'image');
  return { mock, company, thrifty, client: clientOf(), clientOf, capture, captureMany, requests };
}
