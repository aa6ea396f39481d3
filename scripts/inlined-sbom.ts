import type { InlinedPackage } from './inlined-packages.ts';

/** The part of the package's own manifest that is used here. */
export interface OwnManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

/** Returns a package URL of the npm registry, with the `@` of a scope encoded. */
const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

const licensesOf = (id: string) => [{ license: { id } }];

function componentOf({ name, version, license, homepage }: InlinedPackage) {
  const purl = purlOf(name, version);
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    scope: 'required',
    licenses: licensesOf(license),
    purl,
    externalReferences: [{ type: 'website', url: homepage }],
  };
}

/**
 * Returns a software bill of materials, CycloneDX 1.6, of the inlined packages, which an audit of a
 * project's `node_modules` cannot see. It has no timestamp or serial number, so that the same build
 * gives the same text.
 */
export function inlinedSbom(own: OwnManifest, inlined: readonly InlinedPackage[]) {
  const purl = purlOf(own.name, own.version);
  const components = inlined.map(componentOf);
  const refs = components.map((component) => component.purl);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'library',
        'bom-ref': purl,
        name: own.name,
        version: own.version,
        description: own.description,
        licenses: licensesOf(own.license),
        purl,
      },
    },
    components,
    dependencies: [{ ref: purl, dependsOn: refs }, ...refs.map((ref) => ({ ref }))],
    // The components are complete; the dependencies between them are not listed.
    compositions: [{ aggregate: 'complete', assemblies: [purl] }],
  };
}
