import type { FetchLike } from '../../../src/index.ts';

/** Makes a `fetch` that counts its requests and can answer some of them itself. */
export function countingFetch(
  fetch: FetchLike,
  answer: (url: URL) => Response | undefined = () => undefined,
) {
  const urls: URL[] = [];
  const counted: FetchLike = async (input: Request | string | URL, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    urls.push(url);
    return answer(url) ?? (fetch(input, init) as Promise<Response>);
  };
  return { fetch: counted, urls };
}
