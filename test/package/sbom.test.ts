import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { bundlePage } from '../../scripts/bundle-page.ts';
import { inlinedPackages, type Metafile } from '../../scripts/inlined-packages.ts';
import { manifest } from './manifest.ts';

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const schema = (name: string) =>
  read(
    `node_modules/@cyclonedx/cyclonedx-library/res/schema/${name}.SNAPSHOT.schema.json`,
  ) as object;

interface Sbom {
  readonly metadata: { readonly component: { readonly purl: string } };
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly licenses: readonly unknown[];
    readonly purl: string;
  }[];
  readonly dependencies: readonly {
    readonly ref: string;
    readonly dependsOn?: readonly string[];
  }[];
}

/** Validates against the official schema, but not the formats of addresses and the like. */
function complaints(sbom: unknown): unknown {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs']) {
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  const validate = ajv.compile(schema('bom-1.6'));
  validate(sbom);
  return validate.errors;
}

const sbom = read('dist/sbom.cdx.json') as Sbom;

describe('the bill of materials', () => {
  it('is CycloneDX 1.6', () => {
    expect(complaints(sbom)).toBe(null);
    expect(complaints({ ...sbom, components: [{ type: 'library' }] })).not.toBe(null);
    expect(complaints({ ...sbom, more: true })).not.toBe(null);
  });

  it('names what the build has inlined, each with version, licence and package URL', async () => {
    const metafile = read('dist/metafile-esm.json') as Metafile;
    const inlined = inlinedPackages(metafile, (await bundlePage()).metafile);
    expect(inlined.length).toBeGreaterThan(4);
    expect(sbom.components).toMatchObject(
      inlined.map(({ name, version, license }) => ({
        name,
        version,
        licenses: [{ license: { id: license } }],
        purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      })),
    );
    const own = `pkg:npm/${manifest.name}@${manifest.version}`;
    expect(sbom.metadata.component.purl).toBe(own);
    const refs = sbom.components.map(({ purl }) => purl);
    expect(sbom.dependencies[0]).toEqual({ ref: own, dependsOn: refs });
  });
});
