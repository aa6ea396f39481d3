import { createServer, request as forward } from 'node:http';
import { connect } from 'node:net';

/** Makes a proxy that tunnels and forwards, and reports at its own address how often it did. */
export function proxyServer() {
  let count = 0;
  const server = createServer((request, response) => {
    if (request.url.startsWith('/')) {
      response.end(JSON.stringify({ count }));
      return;
    }
    count += 1;
    const { method, headers } = request;
    const onward = forward(request.url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.on('connect', ({ url }, socket) => {
    count += 1;
    const { hostname, port } = new URL(`http://${url}`);
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) {
      end.on('error', () => {
        socket.destroy();
        onward.destroy();
      });
    }
  });
  return server;
}
