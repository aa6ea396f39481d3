import { request as httpRequest } from 'node:http';

/** A request as it is sent on the wire; a custom `Host` is sent unchanged. */
export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/** Sends a request over a connection of its own. */
export function rawRequest(
  origin: string,
  { method, target, headers = {}, body }: RawRequest,
): Promise<{ status: number; headers: Headers; text: string }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { method, hostname, port, path: target, headers, agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () => {
          const pairs = Object.entries(response.headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]);
          resolve({ status: response.statusCode ?? 0, headers: new Headers(pairs), text });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}
