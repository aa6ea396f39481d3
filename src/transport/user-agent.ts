import { PACKAGE_VERSION } from '../platform/package-version.ts';

/** The `User-Agent` of every request. */
export const USER_AGENT = `consent-evidence/${PACKAGE_VERSION}`;
