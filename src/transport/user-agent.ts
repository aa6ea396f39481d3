declare const __PACKAGE_VERSION__: string | undefined;

/** Set by the build; from source there is none. */
const version = typeof __PACKAGE_VERSION__ === 'string' ? __PACKAGE_VERSION__ : '0.0.0-source';

/** The `User-Agent` of every request. */
export const USER_AGENT = `consent-evidence/${version}`;
