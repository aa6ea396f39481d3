import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';

/** Who gets a copy of what it uses and others use too. */
interface Copy {
  /** Marks a file of the copy, and all that it imports. */
  readonly mark: string;
  /** The files that get it. */
  readonly users: RegExp;
  /** What of theirs is copied, where it is not everything. */
  readonly only?: string;
  /** What is never copied: it stands once in what is built. */
  readonly heldOnce: RegExp;
}

/** The commands on the real account are a user's program: they have the client, and nothing of the fake. */
const OF_FAKE = /^mock[/\\](?!cli[/\\]account[/\\])/;

const COPIES: readonly Copy[] = [
  // The few lines that the command line's flags share with the fake, for which both would load files.
  {
    mark: '?cli',
    users: /^mock[/\\]cli[/\\]/,
    heldOnce:
      /^(?!src[/\\]contract[/\\](?:limits|with-nearest|nearest-name)\.|mock[/\\]ground[/\\](?:urls|served-hosts|json-fault)\.)/,
  },
  // With its methods and JSON Schemas, which the fake has no use for before the control API is asked.
  { mark: '?whole', users: OF_FAKE, only: 'zod', heldOnce: /^mock[/\\]/ },
  {
    mark: '?fake',
    users: OF_FAKE,
    // The fake's own files, errors, what every face loads.
    heldOnce: /^(?:mock|src[/\\](?:errors|webhooks))[/\\]/,
  },
  {
    mark: '?beside',
    users: /^src[/\\](?:archive|intake|otel|undici)[/\\]/,
    heldOnce:
      /^src[/\\](?:(?:archive|intake|otel|undici|sql|html-page|errors|webhooks)[/\\]|contract[/\\]limits\.|slots\.|ignoring-errors\.)/,
  },
];

/** Marks a question of this plugin's own. */
const RESOLVING = 'copies';

/** The first of these copies that has the file. */
async function resolved(
  build: PluginBuild,
  { path: wanted, importer, kind, resolveDir }: OnResolveArgs,
  copies: readonly Copy[],
): Promise<OnResolveResult | undefined> {
  const { path: file, sideEffects } = await build.resolve(wanted, {
    ...{ importer, kind, resolveDir },
    pluginData: RESOLVING,
  });
  const name = path.relative(process.cwd(), file);
  const copy = copies.find(({ heldOnce }) => !heldOnce.test(name));
  return copy && { path: file, suffix: copy.mark, sideEffects };
}

/**
 * Gives some users a copy of what they share with the client. Where two faces share a file, esbuild
 * puts it, with all that either needs of it, into one that both load, and loading a file costs more
 * than its lines do. A client would start with nearly the whole of the fake's zod, and with a small
 * file for each few lines that it shares with the faces that stand beside it.
 */
export function copies(): Plugin {
  return {
    name: 'copies',
    setup(build) {
      build.onResolve({ filter: /^(?:\.|zod\b)/ }, (args) => {
        if (args.kind !== 'import-statement' || args.pluginData === RESOLVING) return undefined;
        const importer = path.relative(process.cwd(), args.importer);
        const used = COPIES.filter(
          ({ mark, users, only = args.path }) =>
            args.pluginData === mark || (users.test(importer) && args.path === only),
        );
        return used.length === 0 ? undefined : resolved(build, args, used);
      });
      build.onLoad({ filter: /\.[jt]s$/ }, async ({ path: file, suffix }) => {
        if (!COPIES.some(({ mark }) => mark === suffix)) return undefined;
        const loader = file.endsWith('.ts') ? 'ts' : 'js';
        const contents = await readFile(file, 'utf8');
        return { contents, loader, resolveDir: path.dirname(file), pluginData: suffix };
      });
    },
  };
}
