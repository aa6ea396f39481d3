import { type Kind, kindOf } from '../options/kinds.ts';
import { tokenIn } from './token-in.ts';

/** A share token of the sender with its record. */
export interface GivenToken {
  /** The token, or its share URL. */
  readonly token: string;
  /** The record of the token. The token is only used if the sender captured and collected it. */
  readonly cdrId: string;
}

/** Returns a token with its record, the token in place of its share URL; `undefined` if either is missing. */
export function givenToken(value: unknown): GivenToken | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { token: text, cdrId } = value as { readonly token?: unknown; readonly cdrId?: unknown };
  const token = typeof text === 'string' && text !== '' ? tokenIn(text) : undefined;
  return token !== undefined && typeof cdrId === 'string' && cdrId !== ''
    ? { token, cdrId }
    : undefined;
}

/** Such a token, in the words of a message. */
export const givenTokenKind = (): Kind =>
  kindOf(
    '{ token, cdrId }, a share token or its share URL with its record',
    (value) => givenToken(value) !== undefined,
  );
