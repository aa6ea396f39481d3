/** Keeps the values that were read last; a full cache drops the one that was not read for longest. */
export class LruCache<K, V> {
  readonly #max: number;
  /** The oldest first: what is asked for is put in again. */
  readonly #values = new Map<K, V>();
  #newest: K | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  get(key: K): V | undefined {
    const value = this.#values.get(key);
    if (value !== undefined && key !== this.#newest) this.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.#values.delete(key);
    if (this.#values.size >= this.#max) {
      const [oldest] = this.#values.keys();
      this.#values.delete(oldest as K);
    }
    this.#values.set(key, value);
    this.#newest = key;
  }
}

/** The texts whose answers are kept, and the longest of them. */
const ANSWERS_KEPT = 500;
const QUESTION_MAX_CHARS = 8 * 1024;

/** The same function for whoever asks of the same texts again: it keeps its latest answers. */
export function rememberAnswers<A extends object | string>(
  answer: (text: string) => A,
): (text: string) => A {
  const answers = new LruCache<string, A>(ANSWERS_KEPT);
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const made = answer(text);
    if (text.length <= QUESTION_MAX_CHARS) answers.set(text, made);
    return made;
  };
}

/** The same function for whoever asks the same again: it keeps its last answer. */
export function lastAnswer<Q, A>(answer: (question: Q) => A): (question: Q) => A {
  let last: { readonly question: Q; readonly answer: A } | undefined;
  return (question) => {
    if (last === undefined || last.question !== question)
      last = { question, answer: answer(question) };
    return last.answer;
  };
}
