import { Session } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';

const ROOT = pathToFileURL(`${process.cwd()}/`).href;

/**
 * Lists the files of `mock/` and `src/` in which a function runs during `work`, in the order in which
 * the engine first met them. V8 does the counting, so the code needs no instrumentation.
 */
export async function filesEntered(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  try {
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
      .map(({ url }) => url.replace(ROOT, ''))
      .filter((url) => /^(?:mock|src)\//.test(url));
  } finally {
    await session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
  }
}
