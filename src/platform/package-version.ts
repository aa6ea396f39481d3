declare const __PACKAGE_VERSION__: string | undefined;

/** The version of this package, set by the build; a placeholder when run from source. */
export const PACKAGE_VERSION =
  typeof __PACKAGE_VERSION__ === 'string' ? __PACKAGE_VERSION__ : '0.0.0-source';
