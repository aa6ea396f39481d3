/** What the service calls an organization that it cannot read (spec §2.3). */
const UNREADABLE = 'Organization';

/** The vault has the records of another organization. */
export class OtherAccount extends Error {}

/** Whose records a vault has: told by the name of the organization that asks, on each record. */
export class Account {
  #name: string | undefined;
  #unsaid: string | undefined;
  readonly #renamedTo: string | undefined;

  /**
   * @param name what the manifest says.
   * @param renamedTo the name that the caller says is the same organization's.
   */
  constructor(name: string | undefined, renamedTo: string | undefined) {
    this.#name = name;
    this.#renamedTo = renamedTo;
  }

  /** Checks the name on a record, before anything of it is kept. @throws `OtherAccount` */
  check(organizationName: unknown): void {
    const name = organizationName;
    if (typeof name !== 'string' || name === UNREADABLE || name === '' || name === this.#name) {
      return;
    }
    if (this.#name !== undefined && name !== this.#renamedTo) {
      const is = `the vault has the records of "${this.#name}", but the key belongs to "${name}"`;
      throw new OtherAccount(`${is}; if it was renamed, set the option organizationName`);
    }
    this.#name = name;
    this.#unsaid = name;
  }

  /** The name that the manifest does not say yet; asked for once, by who says it there. */
  unsaid(): string | undefined {
    const name = this.#unsaid;
    this.#unsaid = undefined;
    return name;
  }
}
