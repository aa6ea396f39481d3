// One of several processes that open the same new file at the same instant. For each path that it
// receives, it starts the guide's receiver or the package's own store, and reports the result.
import { run } from '../../../examples/webhooks/once-sqlite.ts';
import { sqliteStore } from '../../../src/webhooks/sqlite.ts';

const STARTS: Readonly<Record<string, (path: string) => unknown>> = {
  receiver: (path) => run(path, 'whsec_starts'),
  store: (path) => sqliteStore(path),
};

process.on('message', ({ kind, path }: { kind: string; path: string }) => {
  try {
    STARTS[kind]?.(path);
    process.send?.('started');
  } catch (error) {
    process.send?.(String(error));
  }
});
process.send?.('ready');
