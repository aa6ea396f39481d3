import type { FetchLike } from '../../src/platform/platform.ts';
import type { FaultInput } from '../world/fault.ts';
import type { Call } from './call.ts';
import { describeRequest, isRequest } from './describe-request.ts';
import type { RequestTrouble } from './plan.ts';
import { NEVER } from './process.ts';
import type { Stage } from './stage.ts';

const ONE_WAY_MS = 20;
const SLOW_MS = 35_000;

const FAULTS: Partial<Record<RequestTrouble, Omit<FaultInput, 'operation'>>> = {
  errorBefore: { status: 503 },
  errorAfter: { status: 502, phase: 'after' },
  rateLimit: { status: 429, retryAfterSeconds: 5 },
};

const TOLD: Record<RequestTrouble, string> = {
  lostRequest: 'the request is lost in transit',
  lostAnswer: 'the answer is lost in transit',
  errorBefore: 'the service fails before it does anything',
  errorAfter: 'the service does it, but answers with a failure',
  rateLimit: 'the service does nothing, and asks the caller to wait',
  slow: 'the answer takes 35 seconds',
};

/** How a request fails while the service is away, in turn. */
const AWAY = ['lostRequest', 'errorBefore'] as const;

type Init = { method?: string; body?: unknown; signal?: AbortSignal | null } | undefined;

function connectionBroken(): TypeError {
  const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  return new TypeError('fetch failed', { cause });
}

/** Sends the request to the service itself, with the trouble that the service causes. */
async function ask(
  { mock }: Stage,
  input: unknown,
  init: Init,
  trouble: RequestTrouble | null,
): Promise<Response> {
  const effects = trouble === null ? undefined : FAULTS[trouble];
  const fault = effects && mock.addFault({ operation: '/v1', ...effects });
  try {
    // An aborted request may have arrived anyway.
    return await mock.fetch(input, { ...init, signal: null });
  } finally {
    fault?.remove();
  }
}

/** Returns the body of a request as a text, and what to send in its place: it may be read only once. */
async function readBody(input: Request | URL | string, init: Init): Promise<[string, Init]> {
  const body = init?.body;
  if (body == null) return [isRequest(input) ? await input.clone().text() : '', init];
  // The client's body is a stream that converts to its text.
  const quick = (body as { toString(): string }).toString();
  const isText = !quick.startsWith('[object ');
  const text = isText ? quick : await new Response(body as ReadableStream).text();
  return [text, { ...init, body: text }];
}

interface Sent {
  readonly who: string;
  readonly input: Request | URL | string;
  readonly init: Init;
  readonly trouble: RequestTrouble | null;
}

interface Arrived {
  /** What comes back to the program; `undefined` if nothing does. */
  readonly response: Response | undefined;
  /** The records that the request was charged for. */
  readonly charged: readonly string[];
}

/** Carries a request to the service, and tells of it. */
async function exchange(
  stage: Stage,
  { who, input, init, trouble: drawn }: Sent,
  { text, token }: ReturnType<typeof describeRequest>,
): Promise<Arrived> {
  const { story, books } = stage;
  story.tell(`  ${who} ${text}`);
  books.requests += 1;
  const isAway = stage.timeline.now() < books.awayUntil;
  const trouble = isAway ? (AWAY[books.requests % AWAY.length] ?? drawn) : drawn;
  const isAfter = trouble === 'lostAnswer' || trouble === 'errorAfter';
  const told = trouble === null ? [] : [`    ${isAway ? 'the service is away' : TOLD[trouble]}`];
  if (!isAfter) told.forEach((line) => story.tell(line));
  const chargesBefore = books.chargeCount();
  const [body, readable] = await readBody(input, init);
  if (token !== undefined) books.receives.send(token, body, stage.timeline.now());
  const response =
    trouble === 'lostRequest' ? undefined : await ask(stage, input, readable, trouble);
  const charged = books.tellCharges(chargesBefore);
  if (isAfter) told.forEach((line) => story.tell(line));
  const arrived = trouble === 'lostAnswer' ? undefined : response;
  if (arrived === undefined || arrived.status >= 500) books.lost(token);
  return { response: arrived, charged };
}

/** Makes the program's `fetch`, with the world's network between it and the service. */
export function fetchOf(stage: Stage, callOf: () => Call): FetchLike {
  const { story, timeline, books } = stage;
  return (input: Request | URL | string, init?: Init): Promise<Response> => {
    const call = callOf();
    if (!call.process.passes()) return NEVER;
    const request = describeRequest(input, init, story);
    const { token } = request;
    if (token !== undefined) call.asked.add(token);
    story.trace(`sends ${request.key}`);
    const trouble = call.nextTrouble();
    const signal = init?.signal ?? (isRequest(input) ? input.signal : undefined);
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    return call.hold<Response>((resolve, reject) => {
      let isAborted = false;
      const onAbort = (): void => {
        isAborted = true;
        books.lost(token);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort);
      const end = (deliver: () => void): void => {
        signal?.removeEventListener('abort', onAbort);
        if (isAborted || !call.process.resumes()) return;
        deliver();
      };
      const { who } = call.process;
      timeline.after(ONE_WAY_MS + call.pause(), async () => {
        const sent = { who, input, init, trouble };
        const { response, charged } = await exchange(stage, sent, request);
        timeline.after((trouble === 'slow' ? SLOW_MS : ONE_WAY_MS) + call.pause(), () => {
          end(() => {
            if (response === undefined) return reject(connectionBroken());
            if (token !== undefined && response.ok)
              books.receives.hear(call.process, token, charged);
            resolve(response);
          });
        });
      });
    });
  };
}
