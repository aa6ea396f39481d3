import { normalizePhone } from '../../src/acceptance/normalize-phone.ts';

/** Where in running text a number may stand; `normalizePhone` decides whether it is one. Made when asked for. */
const candidate = () =>
  /(?<![\p{L}\p{N}])(?:\+?1[\p{Zs}.\p{Pd}]{0,2})?\(?\d{3}\)?[\p{Zs}.\p{Pd}]{0,3}\d{3}[\p{Zs}.\p{Pd}]{0,3}\d{4}(?![\p{L}\p{N}])/gu;

/** The North American numbers of a running text: ten digits each, unique, in order of appearance. */
export function phonesInText(text: string): string[] {
  const phones = (text.match(candidate()) ?? [])
    .map((candidate) => normalizePhone(candidate))
    .filter((phone) => phone !== undefined);
  return [...new Set(phones)];
}
