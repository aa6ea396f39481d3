import { hashText } from '../ground/ids.ts';

const WARM_UP = 12;

/** Random numbers, the same for one seed on every machine: the generator sfc32, in integers. */
export class Chance {
  #a: number;
  #b: number;
  #c: number;
  #count = 1;

  constructor(seed: string) {
    this.#a = hashText(seed, 1);
    this.#b = hashText(seed, 2);
    this.#c = hashText(seed, 3);
    for (let round = 0; round < WARM_UP; round += 1) this.next();
  }

  /** Returns a number from 0 up to, but not including, 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  /** Returns a whole number from 0 to `count - 1`. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }
}
