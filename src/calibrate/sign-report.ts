import { invalidInput } from '../errors/invalid-input-error.ts';
import type { CalibrationReport } from './report.ts';

/** The key that signs a report. */
export interface ReportKey {
  /** Your name for the key. The report shows it. */
  readonly keyId: string;
  /** An Ed25519 key in PKCS #8, as PEM text (`openssl genpkey -algorithm ed25519`). */
  readonly privateKey: string;
}

/** Returns JSON with the members of each object sorted by name, so equal reports give equal text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}

function bytesOf({ signature: _, ...report }: CalibrationReport): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(canonical(report));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}

/** Decodes PEM text to bytes. */
function derOf(pem: string): Uint8Array<ArrayBuffer> {
  return fromBase64(pem.replace(/-----[^-]+-----/g, '').replace(/\s+/g, ''));
}

async function importKey(
  path: string,
  format: 'pkcs8' | 'spki',
  pem: string,
  use: 'sign' | 'verify',
) {
  try {
    return await crypto.subtle.importKey(format, derOf(pem), 'Ed25519', false, [use]);
  } catch {
    throw invalidInput(path, 'expected an Ed25519 key as PEM text');
  }
}

/** Returns a signed copy of a report. */
export type SignReport = (report: CalibrationReport) => Promise<CalibrationReport>;

/**
 * Imports the key and returns a function that adds a signature over everything else in a report.
 *
 * @throws InvalidInputError if it is not an Ed25519 key.
 */
export async function reportSigner({ keyId, privateKey }: ReportKey): Promise<SignReport> {
  const key = await importKey('sign.privateKey', 'pkcs8', privateKey, 'sign');
  return async (report) => {
    const signed = new Uint8Array(await crypto.subtle.sign('Ed25519', key, bytesOf(report)));
    const value = btoa(String.fromCharCode(...signed));
    return { ...report, signature: { algorithm: 'Ed25519', keyId, value } };
  };
}

/**
 * Returns whether a report is unchanged since it was signed with this key. Without a signature,
 * returns `false`.
 *
 * @param publicKey An Ed25519 key as PEM text (`openssl pkey -in key.pem -pubout`).
 *
 * @example
 * ```ts
 * if (!(await verifyReport(report, publicKey))) throw new Error('this report was changed');
 * ```
 */
export async function verifyReport(report: CalibrationReport, publicKey: string): Promise<boolean> {
  const key = await importKey('publicKey', 'spki', publicKey, 'verify');
  const { signature } = report;
  if (signature === undefined) return false;
  try {
    const value = fromBase64(signature.value);
    return await crypto.subtle.verify('Ed25519', key, value, bytesOf(report));
  } catch {
    return false;
  }
}
