import { styleText } from 'node:util';
import type { Engine } from '../../engine/engine.ts';
import { RequestTimer } from './request-timer.ts';
import { attemptLine, type Paint, requestLine, type Teller, type Tone } from './talk-lines.ts';

const STYLES = { good: 'green', odd: 'yellow', bad: 'red', faint: 'dim' } as const satisfies Record<
  Tone,
  Parameters<typeof styleText>[0]
>;

/** Colours where the output is a terminal, and neither `NO_COLOR` nor its like says otherwise. */
function paintFor(stream: NodeJS.WriteStream): Paint {
  return (tone, text) => styleText(STYLES[tone], text, { stream });
}

/**
 * Prints a line for each request that is answered and each attempt to deliver an event, from now on.
 *
 * @returns what ends it.
 */
export function talk(engine: Engine, url: string, output: NodeJS.WriteStream): () => void {
  const timer = new RequestTimer(() => performance.now());
  const teller: Teller = {
    ...{ url, paint: paintFor(output) },
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
