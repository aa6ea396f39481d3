import { normalizePhone } from '../../src/acceptance/normalize-phone.ts';

/**
 * Makes a pattern for possible numbers in running text, but not behind another country's code.
 * `normalizePhone` decides whether each is one.
 */
const candidate = () =>
  /(?<![\p{L}\p{N}+]|\+(?!1\D)\d{1,3}[\p{Zs}.\p{Pd}]{0,2})(?:\+?1[\p{Zs}.\p{Pd}]{0,2})?\(?\d{3}\)?[\p{Zs}.\p{Pd}]{0,3}\d{3}[\p{Zs}.\p{Pd}]{0,3}\d{4}(?![\p{L}\p{N}])/gu;

/**
 * Returns the North American numbers in running text: ten digits each, unique, in order of
 * appearance.
 */
export function phonesInText(text: string): string[] {
  const phones = (text.match(candidate()) ?? [])
    .map((candidate) => normalizePhone(candidate))
    .filter((phone) => phone !== undefined);
  return [...new Set(phones)];
}
