import { styleText } from 'node:util';
import type { Engine } from '../../mock/engine/engine.ts';
import { RequestTimer } from './request-timer.ts';
import { attemptLine, type Paint, requestLine, type Teller, type Tone } from './talk-lines.ts';

const STYLES = { good: 'green', odd: 'yellow', bad: 'red', faint: 'dim' } as const satisfies Record<
  Tone,
  Parameters<typeof styleText>[0]
>;

/** Uses colours on a terminal, unless `NO_COLOR` or a similar variable forbids them. */
function paintFor(stream: NodeJS.WriteStream): Paint {
  return (tone, text) => styleText(STYLES[tone], text, { stream });
}

/**
 * Prints a line for each answered request and each delivery attempt, from now on.
 *
 * @returns a function that stops it.
 */
export function talk(engine: Engine, url: string, output: NodeJS.WriteStream): () => void {
  const timer = new RequestTimer(() => performance.now());
  const teller: Teller = {
    url,
    paint: paintFor(output),
    nameOf: (organizationId) =>
      engine.world.organizations.get(organizationId)?.name ?? organizationId,
  };
  const { observer } = engine;
  observer.onRequest = (request) =>
    void output.write(`${requestLine(request, timer.elapsedMs(), teller)}\n`);
  observer.onAttempt = (delivery) => void output.write(`${attemptLine(delivery, teller)}\n`);
  return () => {
    observer.onRequest = null;
    observer.onAttempt = null;
    timer.close();
  };
}
