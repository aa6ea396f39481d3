import { type BuildResult, build } from 'esbuild';

/** Bundles `browser/story.mjs` as a front end's bundler does, with one of the msw versions. */
export function bundleStory(msw: string): Promise<BuildResult<{ write: false; metafile: true }>> {
  return build({
    entryPoints: ['test/msw/browser/story.mjs'],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    alias: { msw },
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
}
