/**
 * The profiled process: `worker.ts call <server>` makes calls, `worker.ts request` serves the fake. It
 * runs the source, so that each frame names its source file.
 */
import { API_KEY } from '../fixtures/key.ts';
import { record } from '../fixtures/record.ts';
import { Sampler } from './sampler.ts';

/** Stands in for the names that the build replaces. */
Object.assign(globalThis, {
  __PACKAGE_VERSION__: 'bench',
  __PAGE_SCRIPT__: '',
  __PAGE_STYLE__: '',
});

/** A command to the process. */
export type Order = 'start' | 'stop' | { readonly calls: number };

async function caller(server: string): Promise<(calls: number) => Promise<void>> {
  const { ConsentEvidence } = await import('../../src/index.ts');
  const client = new ConsentEvidence({
    apiKey: API_KEY,
    baseUrl: server,
    validateReplies: 'throw',
  });
  return async (calls) => {
    for (let made = 0; made < calls; made += 1) await client.cdrs.get(record.cdrId);
  };
}

async function serve(): Promise<object> {
  const { createMockService, presets } = await import('../../mock/index.ts');
  const { serveMock } = await import('../../mock/node.ts');
  const mock = createMockService();
  const organization = mock.addOrganization({ name: 'Acme Solar' });
  const { cdrId } = mock.capture(organization, presets.checkedBox());
  const { url } = await serveMock(mock);
  return { url, apiKey: organization.apiKey, path: `/v1/cdrs/${cdrId}` };
}

const [subject, server = ''] = process.argv.slice(2);
const sampler = new Sampler();
const call = subject === 'call' ? await caller(server) : undefined;
const hello = subject === 'call' ? {} : await serve();

async function obey(order: Order): Promise<object> {
  if (order === 'start') await sampler.start();
  else if (order === 'stop') return sampler.stop();
  else await call?.(order.calls);
  return {};
}

process.on('message', ({ order }: { order: Order }) => {
  obey(order).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.send?.(hello);
