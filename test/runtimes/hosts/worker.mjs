// Runs the suite in a Worker: the driver posts what it may use, and the answer has the results.
import { runSuite } from '../suite/run.mjs';

let handle;

/** With `nodejs_compat`, a Worker has a file system for each request, writable below `/tmp`. */
function files() {
  const fs = globalThis.process?.getBuiltinModule?.('node:fs/promises');
  let count = 0;
  return (
    fs && {
      newPath: () => `/tmp/image-${(count += 1)}.png`,
      read: async (path) => new Uint8Array(await fs.readFile(path)),
    }
  );
}

export default {
  async fetch(request) {
    const { origin, pathname } = new URL(request.url);
    if (pathname === '/webhook') return handle(request);
    const serve = async (given) => {
      handle = given;
      return { url: `${origin}/webhook`, close() {} };
    };
    const offers = { ...(await request.json()), serve, files: files() };
    return Response.json(await runSuite(offers));
  },
};
