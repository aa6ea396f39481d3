/**
 * Thrown by a reader for a failure on this side of the wire, as of a file that cannot be written:
 * the call ends with `error` as it is, and no attempt is repeated for it.
 */
export class ReaderFailure extends Error {
  readonly error: object;

  constructor(error: object) {
    super('reading a response failed');
    this.error = error;
  }
}
