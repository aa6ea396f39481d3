import { readFileSync, writeFileSync } from 'node:fs';
import { bundlePage } from './bundle-page.ts';
import { type InlinedPackage, inlinedPackages, type Metafile } from './inlined-packages.ts';
import { inlinedSbom, type OwnManifest } from './inlined-sbom.ts';

const RULE = '-'.repeat(80);

function entryOf({ name, version, license, homepage, text }: InlinedPackage): string {
  return `${RULE}\n${name} ${version} (${license})\n${homepage}\n${RULE}\n\n${text.trim()}\n`;
}

// Part of the build: the inlined libraries are read from the build itself, so that none can be shipped
// without its licence or its line in the bill of materials.
const metafile = JSON.parse(readFileSync('dist/metafile-esm.json', 'utf8')) as Metafile;
const page = await bundlePage();
const inlined = inlinedPackages(metafile, page.metafile);
const introduction =
  'The files of this package contain code of the following libraries, under their own licences.\n';
writeFileSync('THIRD-PARTY-LICENSES.txt', [introduction, ...inlined.map(entryOf)].join('\n'));

const own = JSON.parse(readFileSync('package.json', 'utf8')) as OwnManifest;
writeFileSync('dist/sbom.cdx.json', `${JSON.stringify(inlinedSbom(own, inlined))}\n`);
