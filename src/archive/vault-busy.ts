/** Thrown if another run writes to the vault: problem `busy` in the report. */
export class VaultBusy extends Error {
  constructor() {
    super('another run is writing to this vault; this run writes no more to its manifest');
  }
}
