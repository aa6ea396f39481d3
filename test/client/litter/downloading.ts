// A process that downloads images to the given targets over and over until it is killed, or just
// once each (`once`), or to the half of the first one (`half`). It prints `half` when half of an
// image is written.
import { ConsentEvidence } from '../../../src/index.ts';
import { image } from './image.ts';

const [mode, ...targets] = process.argv.slice(2);

const client = new ConsentEvidence({
  apiKey: 'kid.secret',
  baseUrl: 'https://api.example.com',
  fetch: async () => {
    const pieces = [image.slice(0, image.byteLength / 2), image.slice(image.byteLength / 2)];
    let given = 0;
    // Nothing is given ahead: the second piece is asked for when the first one is in the file.
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const piece = pieces[given];
          if (given === 1) process.stdout.write('half\n');
          if (given === 1 && mode === 'half')
            await new Promise(() => setInterval(() => {}, 60_000));
          given += 1;
          if (piece === undefined) controller.close();
          else controller.enqueue(piece);
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers: { 'content-type': 'image/png' } });
  },
});

const record = {
  cdrId: 'cdr_1',
  domainId: 'example.com',
  domain: 'quotes.example.com',
  createdAt: 1,
  contentType: 'image/png',
  size: image.byteLength,
  collected: true,
  downloadUrl: 'https://store.example/img/1',
} as const;

do {
  for (const target of targets) await client.cdrs.downloadTo(record, target);
} while (mode === 'forever');
