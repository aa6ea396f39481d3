import { presets } from '../capture/presets.ts';
import type { Seed, SeedCapture } from './seed.ts';

/** Names that no one can own (RFC 2606, RFC 6761), and loopback addresses. */
const RESERVED =
  /^(?:(?:.+\.)?(?:example|test|invalid|localhost|example\.(?:com|net|org))|127(?:\.\d{1,3}){3}|\[::1\])$/;

function isReserved(pageUrl: string): boolean {
  return URL.canParse(pageUrl) && RESERVED.test(new URL(pageUrl).hostname);
}

function pageUrlOf({ preset, page }: SeedCapture): string {
  return page?.pageUrl ?? (preset === undefined ? '' : presets[preset]().pageUrl);
}

/**
 * Tells whether the seed has records, and each is of a page whose host no one can own. Such records
 * belong to no one, so what is done with them can be shown.
 */
export function isOfReservedNames(seed: 'demo' | Seed): boolean {
  if (seed === 'demo') return true;
  const { captures = [] } = seed;
  return captures.length > 0 && captures.every((capture) => isReserved(pageUrlOf(capture)));
}
