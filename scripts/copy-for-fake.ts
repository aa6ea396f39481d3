import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';

/** Marks a file of the copy, and all that it imports. */
const COPY = '?fake';

/** Marks a question of this plugin's own. */
const RESOLVING = 'copy-for-fake';

/** The commands on the real account are a user's program: they have the client, and nothing of the fake. */
const OF_FAKE = /^mock[/\\](?!cli[/\\]account[/\\])/;

/** Held once, however many faces are imported: the fake's own files, errors, what every face loads. */
const HELD_ONCE = /^(?:mock|src[/\\](?:errors|webhooks))[/\\]/;

async function resolved(
  build: PluginBuild,
  { path: wanted, importer, kind, resolveDir }: OnResolveArgs,
): Promise<OnResolveResult | undefined> {
  const { path: file, sideEffects } = await build.resolve(wanted, {
    ...{ importer, kind, resolveDir },
    pluginData: RESOLVING,
  });
  const name = path.relative(process.cwd(), file);
  return HELD_ONCE.test(name) ? undefined : { path: file, suffix: COPY, sideEffects };
}

/**
 * Gives the fake a copy of what it and the SDK both use, errors excepted, zod above all. Where the
 * two share a file, esbuild puts it, with all that either needs of it, into one that both load: a
 * client would start with nearly the whole of zod, in many small files.
 */
export function copyForFake(): Plugin {
  return {
    name: 'copy-for-fake',
    setup(build) {
      build.onResolve({ filter: /^(?:\.|zod\b)/ }, (args) => {
        if (args.kind !== 'import-statement' || args.pluginData === RESOLVING) return undefined;
        const importer = path.relative(process.cwd(), args.importer);
        const forFake = args.pluginData === COPY || OF_FAKE.test(importer);
        return forFake ? resolved(build, args) : undefined;
      });
      build.onLoad({ filter: /\.[jt]s$/ }, async ({ path: file, suffix }) => {
        if (suffix !== COPY) return undefined;
        const loader = file.endsWith('.ts') ? 'ts' : 'js';
        const contents = await readFile(file, 'utf8');
        return { contents, loader, resolveDir: path.dirname(file), pluginData: COPY };
      });
    },
  };
}
