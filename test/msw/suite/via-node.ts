import type http from 'node:http';

/** An answer to a request by Node's own modules. */
export interface NodeAnswer {
  readonly status: number | undefined;
  readonly text: string;
}

/**
 * Sends a `GET` with `node:http` or `node:https`. The whole module is passed, because names imported
 * from it are bound before MSW replaces them.
 */
export function viaNode(
  module: Pick<typeof http, 'get'>,
  url: URL,
  options: http.RequestOptions = {},
): Promise<NodeAnswer> {
  return new Promise((resolve, reject) => {
    const request = module.get(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    request.on('error', reject);
  });
}
