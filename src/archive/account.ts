/** The name that the service gives an organization that it cannot read (spec §2.3). */
const UNREADABLE = 'Organization';

/** Whether this is the name of an account, and not what stands for one that cannot be read. */
export const isAccountName = (name: unknown): name is string =>
  typeof name === 'string' && name !== '' && name !== UNREADABLE;

/** Thrown if the vault has the records of another organization. */
export class OtherAccount extends Error {
  constructor(own: string, other: string) {
    const is = `the vault has the records of "${own}", but the key belongs to "${other}"`;
    super(`${is}; if it was renamed, set the option organizationName`);
  }
}

/** The account of a vault, identified by the organization name that each record carries. */
export class Account {
  #name: string | undefined;
  #unsaid: string | undefined;
  readonly #renamedTo: string | undefined;
  /** Whether a record of this run was looked at: from it on, the key is known to be the vault's. */
  isChecked = false;

  /**
   * @param name the name in the manifest.
   * @param renamedTo the new name of the same organization, according to the caller.
   */
  constructor(name: string | undefined, renamedTo: string | undefined) {
    this.#name = name;
    this.#renamedTo = renamedTo;
  }

  /** Checks the name on a record before any of it is stored. @throws `OtherAccount` */
  check(organizationName: unknown): void {
    const name = organizationName;
    this.isChecked = true;
    if (!isAccountName(name) || name === this.#name) return;
    if (this.#name !== undefined && name !== this.#renamedTo) {
      throw new OtherAccount(this.#name, name);
    }
    this.#name = name;
    this.#unsaid = name;
  }

  /** Returns a name that is not in the manifest yet, once: the caller must write it there. */
  unsaid(): string | undefined {
    const name = this.#unsaid;
    this.#unsaid = undefined;
    return name;
  }
}
