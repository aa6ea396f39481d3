import { useEffect, useState } from 'preact/hooks';
import { readControl } from '../ground/call-control.ts';
import { formatBytes } from '../ground/format.ts';
import type { RecordDetail } from '../ground/rows.ts';

interface Loaded {
  readonly url?: string;
  readonly error?: string;
}

/** Loads the image into an object URL, which lasts as long as the image is shown. */
function useImage(cdrId: string, attempt: number): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({});
  useEffect(() => {
    let url: string | undefined;
    let isWanted = true;
    setLoaded({});
    readControl(`/records/${encodeURIComponent(cdrId)}/image`)
      .then((response) => response.blob())
      .then(
        (blob) => {
          if (!isWanted) return;
          url = URL.createObjectURL(blob);
          setLoaded({ url });
        },
        () => isWanted && setLoaded({ error: 'The image could not be loaded.' }),
      );
    return () => {
      isWanted = false;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [cdrId, attempt]);
  return loaded;
}

/**
 * The evidence image, read from the control API. Looking at a record does not count as a download,
 * so it is not logged, and no fault strikes it.
 */
export function EvidenceImage({ image, cdrId }: { image: RecordDetail['image']; cdrId: string }) {
  const [attempt, setAttempt] = useState(0);
  const { url, error } = useImage(cdrId, attempt);
  const { contentType, size } = image;
  return (
    <figure>
      {url !== undefined && (
        <a href={url} target="_blank" rel="noreferrer">
          <img src={url} alt={`Evidence image of ${cdrId}`} />
        </a>
      )}
      {error !== undefined && (
        <>
          <p role="alert">{error}</p>
          <button type="button" onClick={() => setAttempt(attempt + 1)}>
            Load the image
          </button>
        </>
      )}
      <figcaption class="quiet">
        {contentType}, {formatBytes(size)}
      </figcaption>
    </figure>
  );
}
