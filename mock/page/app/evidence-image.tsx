import { useState } from 'preact/hooks';
import { formatBytes } from './format.ts';
import type { RecordDetail } from './rows.ts';

/**
 * The evidence image. Its address is new in each answer and every download stands in the request
 * log, so the first one is kept; it stays loaded when the address has died.
 */
export function EvidenceImage({ image, cdrId }: { image: RecordDetail['image']; cdrId: string }) {
  const [url, setUrl] = useState(image.url);
  const [isBroken, setBroken] = useState(false);
  const { contentType, size } = image;
  const again = (): void => {
    setUrl(image.url);
    setBroken(false);
  };
  return (
    <figure>
      {url !== null && !isBroken ? (
        <a href={url}>
          <img src={url} alt={`Evidence image of ${cdrId}`} onError={() => setBroken(true)} />
        </a>
      ) : (
        <button type="button" onClick={again}>
          Load the image
        </button>
      )}
      <figcaption class="quiet">
        {contentType}, {formatBytes(size)}
      </figcaption>
    </figure>
  );
}
