import { describe, expect, it, onTestFinished } from 'vitest';
import { type Desk, openDesk } from './support/desk.ts';

/** Listens to the feed of a served fake; `next` resolves to the next notice's revision. */
async function listen(desk: Desk) {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const response = await fetch(`${desk.served.url}/_mock/api/events`, { signal: abort.signal });
  const reader = (response.body ?? new ReadableStream()).getReader();
  const decoder = new TextDecoder();
  let text = '';
  const next = async (): Promise<number> => {
    for (;;) {
      const match = /^event: change\nid: \d+\ndata: (.*)\n\n/.exec(text);
      if (match !== null) {
        text = text.slice(match[0].length);
        return (JSON.parse(match[1] ?? '') as { revision: number }).revision;
      }
      const { value, done } = await reader.read();
      if (done) throw new Error('the feed has ended');
      text += decoder.decode(value as Uint8Array, { stream: true });
    }
  };
  return { response, next, leave: () => abort.abort() };
}

describe('the event feed', () => {
  it('sends its revision at once, and a greater one after each change', async () => {
    const desk = await openDesk();
    const { response, next } = await listen(desk);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const first = await next();
    await desk.post('/organizations', { organizationId: 'sun', name: 'Sunroof' });
    const second = await next();
    expect(second).toBeGreaterThan(first);
    desk.mock.capture('sun', { pageUrl: 'https://quotes.example.com/' }); // changes from inside count too
    const third = await next();
    expect(third).toBeGreaterThan(second);
    await desk.post('/clock/advance', { hours: 1 });
    expect(await next()).toBeGreaterThan(third);
    await fetch(`${desk.served.url}/v1/domains`); // adds one request to the journal
    expect(await next()).toBeGreaterThan(third);
  });

  it('has a place again when a listener leaves', async () => {
    const desk = await openDesk();
    const listeners = await Promise.all(Array.from({ length: 32 }, () => listen(desk)));
    await Promise.all(listeners.map(({ next }) => next()));
    expect(await desk.get('/events')).toMatchObject({ status: 429, code: 'TOO_MANY' });
    listeners[0]?.leave();
    await expect
      .poll(async () => {
        const { response, leave } = await listen(desk);
        if (response.status !== 200) leave();
        return response.status;
      })
      .toBe(200);
  });

  it('ends with the server', async () => {
    const desk = await openDesk();
    const { next } = await listen(desk);
    await next();
    await desk.served.close();
    await expect(next()).rejects.toThrow();
  });
});
