import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A package whose code the build has copied. */
export interface InlinedPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly homepage: string;
  /** The full text of its licence file. */
  readonly text: string;
}

/** The part of esbuild's metafile that is used here. */
export interface Metafile {
  readonly outputs: Readonly<
    Record<
      string,
      { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }
    >
  >;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly homepage?: string;
}

const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Lists the folders of the packages whose code is in the output, relative to the repository. */
function foldersIn({ outputs }: Metafile): string[] {
  const folders = new Set<string>();
  for (const { inputs } of Object.values(outputs)) {
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const folder = bytesInOutput > 0 ? PACKAGE_FOLDER.exec(file)?.[0] : undefined;
      if (folder !== undefined) folders.add(folder);
    }
  }
  return [...folders];
}

function describe(folder: string): InlinedPackage {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license, homepage = `https://www.npmjs.com/package/${name}` } = manifest;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.|$)/i.test(entry));
  if (license === undefined || file === undefined) {
    throw new Error(`${name} ${version} has no licence, or no licence file: it cannot be inlined`);
  }
  return { name, version, license, homepage, text: readFileSync(path.join(folder, file), 'utf8') };
}

/** Returns the packages whose code the builds have inlined, sorted by name, with their licences. */
export function inlinedPackages(...metafiles: readonly Metafile[]): InlinedPackage[] {
  const folders = new Set(metafiles.flatMap(foldersIn));
  return [...folders].map(describe).sort((a, b) => (a.name < b.name ? -1 : 1));
}
