import { type Answer, shapeOfAnswer } from './answer.ts';

/** What a probe found. `value`: which value of a reading; statements have none. */
export type Finding<Value = undefined> =
  | { readonly verdict: 'as documented'; readonly value: Value }
  | { readonly verdict: 'differs'; readonly saw: string }
  | { readonly verdict: 'not measured'; readonly why: string };

/** The service reads it as this value. */
export function told<Value>(value: Value): Finding<Value> {
  return { verdict: 'as documented', value };
}

/** What came fits none of what is documented; its form alone is told. */
export function differs(saw: Answer | string): Finding<never> {
  return { verdict: 'differs', saw: typeof saw === 'string' ? saw : shapeOfAnswer(saw) };
}

/** As documented where `holds`; otherwise `saw` came instead. */
export function holds(isSo: boolean, saw: Answer | string): Finding {
  return isSo ? told(undefined) : differs(saw);
}

/** Whether this status and, of a failure, this code came. */
export function isAnswer({ status, code }: Answer, wanted: number, wantedCode?: string): boolean {
  return status === wanted && code === wantedCode;
}
