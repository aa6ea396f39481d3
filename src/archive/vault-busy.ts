/** Another run writes to the vault: a report's problem `busy`. */
export class VaultBusy extends Error {
  constructor() {
    super('another run writes to this vault; nothing of this run is in its manifest from here on');
  }
}
