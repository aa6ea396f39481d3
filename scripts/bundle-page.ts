import { type BuildOptions, build } from 'esbuild';
import type { Metafile } from './inlined-packages.ts';
import { specificationPage } from './specification-page.ts';

/** The inspector's front end as the fake serves it. */
export interface PageBundle {
  readonly script: string;
  readonly style: string;
  /** What went into it, mainly to find its libraries. */
  readonly metafile: Metafile;
}

const options = {
  entryPoints: { page: 'mock/page/app/main.tsx' },
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['chrome123', 'firefox120', 'safari17.5'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  // Only names the outputs; nothing is written.
  outdir: 'dist',
  write: false,
  metafile: true,
  logLevel: 'error',
} satisfies BuildOptions;

/** Bundles `mock/page/app` into one script and one style sheet. */
export async function bundlePage(): Promise<PageBundle> {
  const { outputFiles, metafile } = await build(options);
  const textOf = (extension: string): string => {
    const file = outputFiles.find(({ path }) => path.endsWith(extension));
    if (file === undefined) throw new Error(`the page's bundle has no ${extension} file`);
    return file.text;
  };
  return { script: textOf('.js'), style: textOf('.css'), metafile };
}

/** Returns the values of the names in `mock/page/page-assets.ts`, for a bundler's `define`. */
export async function pageDefines(): Promise<Record<string, string>> {
  const { script, style } = await bundlePage();
  return {
    __PAGE_SCRIPT__: JSON.stringify(script),
    __PAGE_STYLE__: JSON.stringify(style),
    __PAGE_SPECIFICATION__: JSON.stringify(specificationPage()),
  };
}
