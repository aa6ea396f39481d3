import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from 'esbuild';

/** A copy of shared code, for some of its users. */
interface Copy {
  /** Marks the files of the copy and everything they import. */
  readonly mark: string;
  /** The files that get the copy. */
  readonly users: RegExp;
  /** The one import that is copied. Default: all of them. */
  readonly only?: string;
  /** What is never copied: the build has it once. */
  readonly heldOnce: RegExp;
}

/** The commands on the real account are like a user's program: they use the client, not the fake. */
const OF_FAKE = /^(?:mock|cli[/\\](?!account[/\\]))/;

const COPIES: readonly Copy[] = [
  // The few lines that the command line's flags share with the fake; otherwise both would load files
  // just for these.
  {
    mark: '?cli',
    users: /^cli[/\\]/,
    heldOnce:
      /^(?!src[/\\]contract[/\\]limits\.|src[/\\]options[/\\](?:with-nearest|nearest-name)\.|mock[/\\]ground[/\\](?:urls|served-hosts|json-fault)\.)/,
  },
  // With zod's methods and JSON Schemas, which the fake only needs once the control API is called.
  { mark: '?whole', users: OF_FAKE, only: 'zod', heldOnce: /^(?:mock|cli)[/\\]/ },
  {
    mark: '?fake',
    users: OF_FAKE,
    // The fake's own files, the errors, and what every face loads.
    heldOnce: /^(?:mock|cli|src[/\\](?:errors|options|texts|webhooks))[/\\]/,
  },
  {
    mark: '?beside',
    users: /^src[/\\](?:archive|intake|otel|undici)[/\\]/,
    heldOnce:
      /^src[/\\](?:(?:archive|intake|otel|undici|sql|html-page|texts|errors|options|webhooks)[/\\]|contract[/\\](?:limits|path|listed-names)\.|platform[/\\](?:on-abort|slots|ignoring-errors)\.)/,
  },
];

/** Marks this plugin's own resolve calls. */
const RESOLVING = 'copies';

/** Resolves to the first of these copies that contains the file. */
async function resolved(
  build: PluginBuild,
  { path: wanted, importer, kind, resolveDir }: OnResolveArgs,
  copies: readonly Copy[],
): Promise<OnResolveResult | undefined> {
  const { path: file, sideEffects } = await build.resolve(wanted, {
    importer,
    kind,
    resolveDir,
    pluginData: RESOLVING,
  });
  const name = path.relative(process.cwd(), file);
  const copy = copies.find(({ heldOnce }) => !heldOnce.test(name));
  return copy && { path: file, suffix: copy.mark, sideEffects };
}

/**
 * Gives some users a copy of what they share with the client. If two faces share a file, esbuild puts
 * it, with everything that either needs of it, into one file that both load. Loading a file costs more
 * than its lines do: without copies, a client would load nearly all of the fake's zod at the start, and
 * a small file for each few lines that it shares with the faces beside it.
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
