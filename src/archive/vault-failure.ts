function messageOf(cause: unknown): string {
  const { message } = (cause ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : String(cause);
}

/** The vault's own failure, told apart from the service's. */
export class VaultFailure extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/** The manifest could not be written on. */
export class ManifestFailure extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/** Runs `work` on the vault, and marks what it throws. */
export async function inVault<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof VaultFailure ? error : new VaultFailure(error);
  }
}
