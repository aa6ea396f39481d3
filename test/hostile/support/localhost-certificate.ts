import { readFileSync } from 'node:fs';

const pem = (name: string) => readFileSync(new URL(`localhost-${name}.pem`, import.meta.url));

/** A self-signed certificate for `localhost`, for tests only. */
export const certificate = { key: pem('key'), cert: pem('cert') };
