import { Command, InvalidArgumentError, Option } from 'commander';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { type ServedMock, serveMock } from '../node.ts';
import { createMockService, engineOf, type MockEnv, type MockService } from '../service.ts';

/** One organization as it is printed. */
interface Printed {
  readonly organizationId: string;
  readonly name: string;
  readonly env: MockEnv;
}

interface Flags {
  readonly port: number;
  readonly seed?: 'demo';
  readonly webhook?: string;
  readonly json?: true;
}

/** Off the beaten ports, and the same on every machine, so that it can stand in a `.env` file. */
const DEFAULT_PORT = 4010;

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Expected a whole number from 0 to 65535; 0 takes a free port.');
}

function printedOrganizations(mock: MockService, served: ServedMock): Printed[] {
  return engineOf(mock)
    .world.organizations.values()
    .map(({ organizationId, name }) => ({ organizationId, name, env: served.env(organizationId) }));
}

function textOf(url: string, organizations: readonly Printed[]): string {
  const blocks = organizations.map(({ organizationId, name, env }) => {
    const lines = Object.entries(env).map(([variable, value]) => `${variable}=${value}`);
    return [`# ${name} (${organizationId})`, ...lines].join('\n');
  });
  return [`The fake service listens on ${url} (Ctrl-C stops it)`, ...blocks].join('\n\n');
}

/** Says which flag helps when the port is taken. */
async function serve(mock: MockService, port: number): Promise<ServedMock> {
  try {
    return await serveMock(mock, { port });
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EADDRINUSE') throw error;
    throw invalidInput('--port', `${port} is taken; name another one, or --port 0 for a free one`);
  }
}

/** Sends every organization's events to `url`, signed with a secret of its own. */
function sendEventsTo(mock: MockService, url: string): void {
  const { world, ids } = engineOf(mock);
  for (const { organizationId } of world.organizations.values()) {
    const webhook = { url, secret: ids.nextSecret('whsec') };
    mock.updateOrganization(organizationId, { webhook });
  }
}

async function run({ port, seed, webhook, json }: Flags): Promise<void> {
  const mock = createMockService({ seed });
  if (seed === undefined) {
    mock.addOrganization({ organizationId: 'producer', name: 'Producer' });
    mock.addOrganization({ organizationId: 'buyer', name: 'Buyer' });
  }
  if (webhook !== undefined) sendEventsTo(mock, webhook);
  const served = await serve(mock, port);
  // Before anything is printed: whoever reads the first line may stop us at once.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void served.close());
  }
  const organizations = printedOrganizations(mock, served);
  const text = json
    ? JSON.stringify({ url: served.url, organizations })
    : textOf(served.url, organizations);
  process.stdout.write(`${text}\n`);
}

/** `consent-evidence mock`: the fake as a local service. */
export function mockCommand(): Command {
  return new Command('mock')
    .description('Serve the whole API from memory on this machine')
    .addOption(
      new Option('--port <number>', 'the port to listen on; 0 takes a free one')
        .argParser(parsePort)
        .default(DEFAULT_PORT)
        .env('CONSENT_EVIDENCE_MOCK_PORT'),
    )
    .addOption(
      new Option(
        '--seed <name>',
        'what the world holds from the start; a producer and a buyer without records unless said',
      )
        .choices(['demo'])
        .env('CONSENT_EVIDENCE_MOCK_SEED'),
    )
    .addOption(
      new Option('--webhook <url>', 'where the events of every organization are sent').env(
        'CONSENT_EVIDENCE_MOCK_WEBHOOK',
      ),
    )
    .addOption(new Option('--json', 'print one line of JSON, for scripts'))
    .addHelpText(
      'after',
      `
Examples:
  $ consent-evidence mock --seed demo
  $ consent-evidence mock --webhook http://127.0.0.1:3000/hooks/cdr
  $ consent-evidence mock --port 0 --json`,
    )
    .action(run);
}
