import { invalidInput } from '../errors/invalid-input-error.ts';
import { isAccountName, OtherAccount } from './account.ts';
import { bytesIn } from './bytes-in.ts';
import { digestOf } from './digest.ts';
import type { ArchivedFile } from './manifest-line.ts';
import type { Vault } from './vault.ts';
import { inVault } from './vault-failure.ts';

/** The file that says what a vault is. It is written once, before its first record. */
export const VAULT_FILE = 'vault.json';

/** Raised when an older version of the package could not continue a vault. */
const LAYOUT = 1;
const CONTENT_TYPE = 'application/json';
/** Many times its length. */
const MAX_BYTES = 64 * 1024;

/** What `vault.json` says. */
export interface VaultFacts {
  /** How the vault is laid out: 1. */
  readonly layout: number;
  /** Tells this vault from every other. */
  readonly vaultId: string;
  /** The organization whose records it has; absent if its name could not be read. */
  readonly organizationName?: string;
}

/** What `vault.json` says, and the file itself. */
export interface FoundFacts extends VaultFacts {
  readonly file: ArchivedFile;
}

const refuse = (message: string): Error => invalidInput('vault', `${VAULT_FILE} ${message}`);

/** Called instead of a refusal if the file was changed. */
type OnDamage = (message: string) => void;

function factsIn(bytes: Uint8Array): VaultFacts | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    value = undefined;
  }
  const { layout, vaultId, organizationName } = (value ?? {}) as Partial<Record<string, unknown>>;
  if (typeof layout === 'number' && layout > LAYOUT) {
    const made = `is of layout ${layout}, made by a newer version of consent-evidence`;
    throw refuse(`${made}; this one reads up to ${LAYOUT}: update it`);
  }
  if (layout !== LAYOUT || typeof vaultId !== 'string' || vaultId === '') return undefined;
  const name = isAccountName(organizationName) ? organizationName : undefined;
  return { layout, vaultId, ...(name !== undefined && { organizationName: name }) };
}

/**
 * Reads `vault.json`; `undefined` if there is none.
 *
 * @throws `InvalidInputError` naming `vault` if it is of a newer layout, or damaged.
 */
export async function vaultFacts(
  vault: Vault,
  onDamage?: OnDamage,
): Promise<FoundFacts | undefined> {
  const bytes = await bytesIn(vault, VAULT_FILE, MAX_BYTES);
  if (bytes === undefined) return undefined;
  const sha256 = digestOf(bytes);
  const file = { path: VAULT_FILE, bytes: bytes.byteLength, sha256, contentType: CONTENT_TYPE };
  const facts = factsIn(bytes);
  if (facts !== undefined) return { ...facts, file };
  const message = 'was changed: it does not say the layout and the id of the vault';
  if (onDamage === undefined) throw refuse(`${message}; restore it from a backup`);
  onDamage(message);
  return undefined;
}

/**
 * Makes the vault that of an organization, unless it is one already. Of two that begin at once, the
 * second finds the first one's name.
 *
 * @param renamedTo the name that is right, though the vault was begun under another.
 * @throws `OtherAccount` if the vault is another organization's.
 */
export async function claimVault(
  vault: Vault,
  name: unknown,
  renamedTo: string | undefined,
): Promise<FoundFacts> {
  let found = await inVault(() => vaultFacts(vault));
  const own = isAccountName(name) ? name : undefined;
  if (found === undefined) {
    const facts = { layout: LAYOUT, vaultId: crypto.randomUUID(), organizationName: own };
    const bytes = new TextEncoder().encode(`${JSON.stringify(facts)}\n`);
    found = await inVault(async () => {
      await vault.put(VAULT_FILE, bytes, { contentType: CONTENT_TYPE });
      return vaultFacts(vault);
    });
  }
  if (found === undefined) throw new Error(`${VAULT_FILE} was stored, and is not there`);
  const { organizationName } = found;
  if (own !== undefined && organizationName !== undefined && own !== organizationName) {
    if (own !== renamedTo) throw new OtherAccount(organizationName, own);
  }
  return found;
}
