// Runs the suite in a process of its own: Node, Bun, Deno. The first argument is JSON that says what it
// may use, and the results go to standard output, also as JSON.
import { runSuite } from '../suite/run.mjs';

const { folder, ...given } = JSON.parse(globalThis.Deno?.args[0] ?? process.argv[2]);

const unhandled = [];
globalThis.process?.on('unhandledRejection', (reason) => unhandled.push(String(reason)));

/** Serves with the runtime's own server; on Node's server, through `toNodeHandler`. */
async function serve(handle) {
  if (globalThis.Bun !== undefined) {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: handle });
    return { url: server.url.href, close: () => server.stop(true) };
  }
  if (globalThis.Deno !== undefined) {
    const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, handle);
    return { url: `http://127.0.0.1:${server.addr.port}/`, close: () => server.shutdown() };
  }
  const { createServer } = await import('node:http');
  const { toNodeHandler } = await import('consent-evidence/webhooks');
  const server = createServer(toNodeHandler(handle));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}

/** Makes a `fetch` that goes through a proxy. */
async function proxied(proxyUrl) {
  if (globalThis.Bun !== undefined) {
    return (input, init) => fetch(input, { ...init, proxy: proxyUrl });
  }
  if (globalThis.Deno !== undefined) {
    const client = Deno.createHttpClient({ proxy: { url: proxyUrl } });
    return (input, init) => fetch(input, { ...init, client });
  }
  const undici = await import('undici');
  const dispatcher = new undici.ProxyAgent(proxyUrl);
  return (input, init) => undici.fetch(input, { ...init, dispatcher });
}

async function files() {
  const { readFile } = await import('node:fs/promises');
  let count = 0;
  return {
    newPath: () => `${folder}/image-${(count += 1)}.png`,
    read: async (path) => new Uint8Array(await readFile(path)),
  };
}

async function offers() {
  if (!given.hasSystem) return given;
  const { createRequire } = await import('node:module');
  return {
    ...given,
    serve,
    proxied,
    files: await files(),
    require: createRequire(import.meta.url),
    hasNodeHttp: true,
  };
}

const results = await runSuite(await offers());
results.push({
  group: 'errors',
  title: 'no rejection goes unhandled',
  passed: unhandled.length === 0,
  error: unhandled.join('\n'),
});
console.log(JSON.stringify(results));
