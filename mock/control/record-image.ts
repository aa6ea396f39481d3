import { evidenceImageOf } from '../capture/evidence-image.ts';
import type { ServiceUrls } from '../ground/urls.ts';
import { RESERVED_PREFIX } from '../ground/urls.ts';
import { control } from './control-endpoint.ts';
import { knownCdr } from './known.ts';

/** Where the control API has a record's image. */
export function imageUrlOf({ api }: ServiceUrls, cdrId: string): string {
  return `${api}${RESERVED_PREFIX}/api/records/${encodeURIComponent(cdrId)}/image`;
}

/**
 * The evidence image, for whoever looks at the world from outside: no `downloadUrl` is signed for it,
 * so it is no download of anyone, strikes no fault and changes nothing.
 */
export const getImage = control({
  method: 'GET',
  path: '/records/:cdrId/image',
  summary: 'The evidence image of a record; this does not count as a download',
  query: null,
  body: null,
  reply: null,
  streams: 'image/*',
  act: (call) => {
    const { page, contentType } = knownCdr(call);
    return {
      contentType,
      // The capture's own picture may be a document in disguise, and this origin is the fake's own.
      headers: { 'content-security-policy': "default-src 'none'; sandbox" },
      async *pieces() {
        yield evidenceImageOf(page).bytes();
      },
    };
  },
});
