/** A body is not UTF-8. JSON must be (RFC 8259 §8.1). */
export class NotUtf8 extends Error {
  constructor() {
    super('the body is not text in UTF-8, as JSON must be');
  }
}
