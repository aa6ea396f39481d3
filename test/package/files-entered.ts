import { Session } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';

const ROOT = pathToFileURL(`${process.cwd()}/`).href;

/**
 * The files of `mock/` and `src/` in which a function runs while `work` does, in the order in which the
 * engine first met them. It counts in V8 itself, so that nothing of the code has to tell.
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
