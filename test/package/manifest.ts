import { readFileSync } from 'node:fs';

/** The part of the package's manifest that is used here. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { types: string; default: string }>>;
}

/** The package's own `package.json`. */
export const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as PackageManifest;

/** A face that can be imported: its name, and its files below the package's root. */
export interface Face {
  /** The name to import, such as `consent-evidence/webhooks`. */
  readonly name: string;
  readonly types: string;
  readonly code: string;
}

/** The faces of the `exports` map. */
export const faces: readonly Face[] = Object.entries(manifest.exports).flatMap(([key, target]) =>
  typeof target === 'string'
    ? []
    : { name: manifest.name + key.slice(1), types: target.types, code: target.default },
);
