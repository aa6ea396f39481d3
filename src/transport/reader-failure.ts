/**
 * Thrown by a reader for a failure on this side of the wire, such as a file that cannot be written.
 * The call ends with `error` as it is, and no attempt is repeated because of it.
 */
export class ReaderFailure extends Error {
  readonly error: object;

  constructor(error: object) {
    super('reading a response failed');
    this.error = error;
  }
}
