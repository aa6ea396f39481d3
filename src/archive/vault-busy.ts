/** Another run writes to the vault: a report's problem `busy`. */
export class VaultBusy extends Error {
  constructor() {
    super('another run is writing to this vault; from here on this run is not in its manifest');
  }
}
