/** A value that is JSON already, or becomes it. */
export class JsonText {
  readonly json: string;
  /** Whether it is known to be ASCII throughout. */
  readonly isAscii: boolean;

  constructor(json: string, isAscii: boolean) {
    this.json = json;
    this.isAscii = isAscii;
  }

  /** `value` as JSON, whether it still has to become it or not. */
  static of(value: object): JsonText {
    return value instanceof JsonText ? value : new JsonText(JSON.stringify(value), false);
  }
}
