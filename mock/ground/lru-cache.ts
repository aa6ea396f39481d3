/**
 * Keeps the most recently used values: at most `max`, and always the last `max / 2`. A value that
 * is read moves into the recent half. When that half is full, it replaces the older one.
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

/** How many answers are kept, and the longest text whose answer is kept. */
const ANSWERS_KEPT = 500;
const QUESTION_MAX_CHARS = 8 * 1024;

/**
 * Returns the same function, which keeps its latest answers for texts that it is asked about again.
 */
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

/**
 * Returns the same function, which keeps its last answer in case the same question is asked again.
 */
export function lastAnswer<Q, A>(answer: (question: Q) => A): (question: Q) => A {
  let last: { readonly question: Q; readonly answer: A } | undefined;
  return (question) => {
    if (last === undefined || last.question !== question)
      last = { question, answer: answer(question) };
    return last.answer;
  };
}
