/** A value that is JSON already, or becomes it. */
export class JsonText {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }

  /** `value` as JSON, whether it still has to become it or not. */
  static of(value: object): string {
    return value instanceof JsonText ? value.json : JSON.stringify(value);
  }
}
