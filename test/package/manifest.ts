import { readFileSync } from 'node:fs';

/** The part of the package's manifest that is used here. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly files: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
}

/** The package's own `package.json`. */
export const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as PackageManifest;
