import type { InlinedPackage } from './inlined-packages.ts';

/** What is read of the package's own manifest. */
export interface OwnManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

/** A package URL of the npm registry: a scope's `@` is encoded. */
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
 * A software bill of materials, CycloneDX 1.6, of what is inlined: an audit of a project's
 * `node_modules` cannot see it. Without instant and serial number: one build gives one text.
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
    // The components are all there are; what they need of one another is not told.
    compositions: [{ aggregate: 'complete', assemblies: [purl] }],
  };
}
