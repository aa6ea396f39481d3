import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CONTROL_ERROR_STATUS, type ControlErrorCode } from '../../mock/control/control-failure.ts';
import { createMockService } from '../../mock/index.ts';
import { serveMock } from '../../mock/node.ts';
import { runHere } from './run-here.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'consent-evidence-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ask = (port: string | number, ...flags: string[]) =>
  runHere(['mock', 'env', '--port', String(port), '--as', 'acme', ...flags]);

it('asks for the token of a fake that has one, or says that it is another', async () => {
  const served = await serveMock(createMockService(), { controlToken: 'correct-horse-battery' });
  const { port } = new URL(served.url);
  const none = await ask(port);
  expect(none).toMatchObject({ code: 2, stdout: '' });
  expect(none.stderr).toContain('--control-token: the fake requires one');
  const other = await ask(port, '--control-token', 'wrong-horse-battery');
  expect(other).toMatchObject({ code: 2, stdout: '' });
  expect(other.stderr).toContain('--control-token: the fake has a different token');
  const right = await ask(port, '--control-token', 'correct-horse-battery');
  expect(right).toMatchObject({ code: 2, stdout: '' });
  expect(right.stderr).toBe('error: --as: the fake has no organization "acme"\n');
  const file = path.join(folder, 'token.txt');
  writeFileSync(file, 'correct-horse-battery\n', { mode: 0o600 });
  const variable = { CONSENT_EVIDENCE_MOCK_CONTROL_TOKEN_FILE: file };
  for (const found of [
    await ask(port, '--control-token-file', file),
    await runHere(['mock', 'env', '--port', port, '--as', 'acme'], variable),
  ]) {
    expect(found.stderr).toContain('--as: the fake has no organization "acme"');
  }
  await served.close();
});

it('names the organizations that the fake has, instead of one that it does not have', async () => {
  const mock = createMockService({ seed: 'demo' });
  const served = await serveMock(mock, { controlToken: 'correct-horse-battery' });
  const { port } = new URL(served.url);
  const flags = ['--control-token', 'correct-horse-battery', '--as', 'acne'];
  const { code, stderr } = await runHere(['mock', 'env', '--port', port, ...flags]);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^error: --as: the fake has no organization "acne"; expected one of .+\n$/,
  );
  for (const id of ['sunroof', 'planhelper', 'acme']) expect(stderr).toContain(id);
  const exec = ['mock', 'exec', '--seed', 'demo', '--as', 'acne', '--', 'true'];
  expect((await runHere(exec)).stderr).toBe(stderr);
  for (let count = 0; count < 30; count += 1)
    mock.addOrganization({ name: `Organization ${count}` });
  const many = await runHere(['mock', 'env', '--port', port, ...flags]);
  expect(many.stderr).toMatch(/expected one of (?:[^,]+, ){19}\S+ or \d+ more\n$/);
  await served.close();
});

const NAMED: Partial<Record<ControlErrorCode, string>> = {
  NOT_FOUND: '--as: ',
  UNAUTHENTICATED: '--control-token: ',
  CONTROL_TOKEN_NEEDED: 'has no control token',
  FOREIGN_HOST: '--host: ',
};

it.each(Object.keys(CONTROL_ERROR_STATUS) as ControlErrorCode[])(
  'names what %s is about',
  async (code) => {
    const server = createServer((_, response) => {
      response.statusCode = CONTROL_ERROR_STATUS[code];
      response.end(JSON.stringify({ error: { code, message: 'no' } }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { stdout, stderr } = await ask((server.address() as AddressInfo).port);
    expect(stdout).toBe('');
    expect(stderr).toContain(NAMED[code] ?? 'the server there is not a fake of this version');
    server.close();
  },
);

it('takes the 404 of a server that is no fake for what it is', async () => {
  const server = createServer((_, response) => {
    response.statusCode = 404;
    response.end('not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { code, stderr } = await ask((server.address() as AddressInfo).port);
  expect(code).toBe(1);
  expect(stderr).toContain('the server there is not a fake of this version');
  server.close();
});
