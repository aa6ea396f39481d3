import { hostOfAddress, isUnspecifiedHost } from '../../mock/ground/served-hosts.ts';
import { RESERVED_PREFIX } from '../../mock/ground/urls.ts';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { RunFailure } from '../output/print-finding.ts';
import type { FakeAddress } from './mock-flags.ts';

const ANSWER_WITHIN_MS = 10_000;

/** Told of a server that answers, but not as the control API does. */
export const notAFake = () => new RunFailure('the server there is not a fake of this version');

/** No server answers there. */
export class NoFake extends RunFailure {}

/** Turns a refusal of the control API into the error of the flag that it is about. */
function refusalOf(code: unknown, controlToken: string | undefined): Error | undefined {
  switch (code) {
    case 'UNAUTHENTICATED':
      return invalidInput(
        '--control-token',
        controlToken === undefined ? 'the fake requires one' : 'the fake has a different token',
      );
    case 'CONTROL_TOKEN_NEEDED':
      return new RunFailure(
        'the fake can be reached from other machines and has no control token; start it with --control-token',
      );
    case 'FOREIGN_HOST':
      return invalidInput(
        '--host',
        'the fake does not serve this host name; start it with --allow-host NAME',
      );
    default:
      return undefined;
  }
}

/** A fake that another process serves, as its control API shows it. */
export class RunningFake {
  /** What its addresses begin with: its origin, and the path of a world of its own. */
  readonly url: string;
  readonly controlUrl: string;
  readonly #controlToken: string | undefined;

  constructor({ host, port, controlToken, controlUrl }: FakeAddress) {
    const given = hostOfAddress(host);
    const origin = `http://${isUnspecifiedHost(given) ? '127.0.0.1' : given}:${port}`;
    this.controlUrl = controlUrl ?? `${origin}${RESERVED_PREFIX}/api`;
    if (!URL.canParse(this.controlUrl)) {
      throw invalidInput('--host', 'expected a host name or address');
    }
    this.url = this.controlUrl.slice(0, -`${RESERVED_PREFIX}/api`.length);
    this.#controlToken = controlToken;
  }

  /** Resolves to what the control API says at a path; `undefined` if there is no such thing. */
  async ask(path: string, signal?: AbortSignal): Promise<unknown> {
    const token = this.#controlToken;
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const bound = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const init = {
      headers,
      signal: signal === undefined ? bound : AbortSignal.any([bound, signal]),
      redirect: 'error',
    } as const;
    const reply = await fetch(this.controlUrl + path, init).catch(() => {
      throw new NoFake(
        `no fake is running at ${this.url}; start one with: consent-evidence mock, or name its --port`,
      );
    });
    const answer: unknown = await reply.json().catch(() => null);
    if (reply.ok) return answer;
    const { error } = (answer ?? {}) as { error?: { code?: unknown } };
    const refusal = refusalOf(error?.code, token);
    if (refusal !== undefined) throw refusal;
    if (error?.code === 'NOT_FOUND') return undefined;
    throw notAFake();
  }

  /** The rows of a list of the control API. Anything may listen there, so each is an object at least. */
  async list(name: string, path: string, signal?: AbortSignal): Promise<Record<string, unknown>[]> {
    const { [name]: rows } = ((await this.ask(path, signal)) ?? {}) as Record<string, unknown>;
    const isList =
      Array.isArray(rows) && rows.every((row) => typeof row === 'object' && row !== null);
    if (!isList) throw notAFake();
    return rows as Record<string, unknown>[];
  }
}
