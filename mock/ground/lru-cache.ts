/**
 * Keeps the values that were read last: at most `max`, and never fewer than half of them. What is
 * read moves up into the recent ones; as these come to be half, they take the place of those before.
 */
export class LruCache<K, V> {
  readonly #halfMax: number;
  #recent = new Map<K, V>();
  #before = new Map<K, V>();

  constructor(max: number) {
    this.#halfMax = max / 2;
  }

  get(key: K): V | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const value = this.#before.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    if (this.#recent.size >= this.#halfMax && !this.#recent.has(key)) {
      this.#before = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, value);
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
