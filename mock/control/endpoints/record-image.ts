import { evidenceImageOf, IMAGE_HEADERS } from '../../capture/evidence-image.ts';
import type { ServiceUrls } from '../../ground/urls.ts';
import { RESERVED_PREFIX } from '../../ground/urls.ts';
import { control } from '../control-endpoint.ts';
import { knownCdr } from '../known.ts';

/** Returns the URL of a record's image in the control API. */
export function imageUrlOf({ api }: ServiceUrls, cdrId: string): string {
  return `${api}${RESERVED_PREFIX}/api/records/${encodeURIComponent(cdrId)}/image`;
}

/**
 * Serves the evidence image to the inspector and to tools. It signs no `downloadUrl`, so it counts
 * as no one's download, triggers no fault and changes nothing.
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
      headers: IMAGE_HEADERS,
      async *pieces() {
        yield evidenceImageOf(page).bytes();
      },
    };
  },
});
