import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

const envelope = (data) => JSON.stringify({ ok: true, data, requestId: 'req_1' });

const json = { 'content-type': 'application/json' };

/** Returns each header with all its values, to show headers that came twice. */
function headersOf({ rawHeaders }) {
  const headers = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at].toLowerCase();
    headers[name] = [...(headers[name] ?? []), rawHeaders[at + 1]];
  }
  return headers;
}

/** Ways to behave badly, by the first segment of the path. */
const WAYS = {
  stall() {},
  drop: ({ socket }) => socket.destroy(),
  drip(_request, response) {
    response.writeHead(200, { ...json, 'content-length': '1000' });
    response.write('{"ok":true,');
  },
  break({ socket }, response) {
    response.writeHead(200, { ...json, 'content-length': '1000' });
    response.write('{"ok":true,', () => setTimeout(() => socket.destroy(), 10));
  },
  gateway(_request, response) {
    response.writeHead(502, { 'content-type': 'text/html' });
    response.end('<h1>Bad Gateway</h1>');
  },
  redirect({ url, socket }, response) {
    response.writeHead(307, { location: `http://localhost:${socket.localPort}/gateway${url}` });
    response.end();
  },
  gzip(_request, response) {
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
    response.end(gzipSync(envelope({ domains: ['example.com'] })));
  },
  echo(request, response) {
    response.writeHead(200, json);
    response.end(envelope(headersOf(request)));
  },
};

/** Handles `status-421` and the like: answers with that status, as a gateway, on a kept connection. */
function wayOf(name) {
  const status = /^status-(\d{3})$/.exec(name)?.[1];
  if (status === undefined) return WAYS[name];
  return (_request, response) => {
    response.writeHead(Number(status), { 'content-type': 'text/html' });
    response.end('<h1>Misdirected</h1>');
  };
}

/** Makes a server that misbehaves, and reports at `/seen/<id>` how many requests it saw for an id. */
export function hostileServer() {
  const paths = [];
  return createServer((request, response) => {
    const [, way, id] = request.url.split('/');
    if (way === 'seen') {
      response.end(JSON.stringify({ seen: paths.filter((path) => path.includes(id)).length }));
      return;
    }
    paths.push(request.url);
    request.resume();
    request.on('end', () => wayOf(way)(request, response));
    request.on('error', () => {});
  });
}
