import { WEBHOOK_ATTEMPT_TIMEOUT_MS } from '../../src/contract/limits.ts';
import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import type { FetchLike, WebResponse } from '../../src/platform/platform.ts';
import { forgedMessage, type Message } from './forge.ts';
import type { Host } from './host.ts';
import { hostOf } from './hosts.ts';
import { CALM, type CallPlan, type DeliveryTrouble, type Forgery } from './plan.ts';
import type { Stage } from './stage.ts';

const ONE_WAY_MS = 20;
const LATE_MS = [25_000, 70_000, 200_000] as const;
const TWICE_AFTER_MS = [60_000, 0, 5_000] as const;

/** What happens to the deliveries about one record. */
export interface DeliveryPlan {
  readonly deliveries: readonly (DeliveryTrouble | null)[];
  readonly handling: readonly CallPlan[];
  readonly machines: readonly number[];
}

const FORGED: Record<Forgery, string> = {
  unsigned: 'A delivery without a signature arrives, for a record that does not exist',
  stale: 'A delivery that was signed an hour ago arrives, for a record that does not exist',
  otherSecret: 'A delivery signed with another secret arrives, for a record that does not exist',
  changedByte: 'A delivery with one changed byte arrives, for a record that does not exist',
  replay: 'Someone sends an old delivery again',
};

interface Delivery extends Message {
  readonly record: string;
  readonly attempt: number;
  readonly call: CallPlan;
  readonly host: Host;
}

function statusOf(response: unknown): number {
  const status: unknown = (response as Partial<WebResponse> | null | undefined)?.status;
  if (typeof status === 'number') return status;
  throw invalidInput('start.webhook', 'expected a Response');
}

/** Carries deliveries from the service to the program, over the world's network. */
export class Courier {
  readonly #stage: Stage;
  readonly #hosts: readonly Host[];
  readonly #plans = new Map<string, DeliveryPlan>();
  readonly #attempts = new Map<string, number>();
  readonly #last = new Map<string, Message>();
  /** If set, nothing is lost any more. */
  isCalm = false;

  constructor(stage: Stage, hosts: readonly Host[]) {
    this.#stage = stage;
    this.#hosts = hosts;
  }

  /** Sets what happens to the deliveries about a record. */
  plan(cdrId: string, plan: DeliveryPlan): void {
    this.#plans.set(cdrId, plan);
  }

  readonly fetch: FetchLike = (url: string, init: RequestInit) => {
    const { cdrId } = JSON.parse(init.body as string) as { cdrId: string };
    const plan = this.isCalm ? undefined : this.#plans.get(cdrId);
    const index = this.#attempts.get(cdrId) ?? 0;
    this.#attempts.set(cdrId, index + 1);
    this.#last.set(cdrId, { url, init });
    const trouble = plan?.deliveries[index] ?? null;
    const delivery: Delivery = {
      url,
      init,
      record: this.#stage.story.nameOf(cdrId),
      attempt: index + 1,
      call: plan?.handling[index] ?? CALM,
      host: hostOf(this.#hosts, plan?.machines[index] ?? index),
    };
    return this.#send(delivery, trouble);
  };

  /** Sends a forged copy of the record's last delivery; nothing if it has none yet. */
  async forge(cdrId: string, kind: Forgery): Promise<void> {
    const real = this.#last.get(cdrId);
    if (real === undefined) return;
    const { engine, timeline, webhookSecret: secret, story, books } = this.#stage;
    const ids = { cdrId: engine.ids.next('cdr'), webhookId: engine.ids.next('wh') };
    const message = await forgedMessage({ real, kind, secret, now: timeline.now(), ...ids });
    if (kind !== 'replay') {
      books.forged.add(message.cdrId);
      story.name(message.cdrId, 'a record that does not exist');
    }
    story.tell(FORGED[kind]);
    const host = hostOf(this.#hosts, this.#attempts.get(cdrId) ?? 0);
    this.#handle({ ...message, call: CALM, host }).catch((error: unknown) => timeline.fail(error));
  }

  #send(delivery: Delivery, trouble: DeliveryTrouble | null): Promise<Response> {
    const { timeline, story } = this.#stage;
    return new Promise<Response>((resolve, reject) => {
      timeline.after(WEBHOOK_ATTEMPT_TIMEOUT_MS, () =>
        reject(new Error('no response within 20 s')),
      );
      if (trouble === 'lost') {
        const { record, attempt } = delivery;
        story.tell(`The service sends the event of ${record} (attempt ${attempt}): it is lost`);
        return;
      }
      const turn = delivery.attempt % 3;
      const delayMs = trouble === 'late' ? (LATE_MS[turn] ?? 0) : ONE_WAY_MS;
      const arrive = async (note: string, host: Host): Promise<void> => {
        const response = await this.#deliver({ ...delivery, host }, note);
        if (response === undefined) reject(new Error('the connection was lost'));
        else if (trouble === 'lostAnswer') {
          story.tell('    the answer is lost in transit');
          reject(new Error('the connection was lost'));
        } else resolve(response);
      };
      const soon = (ms: number, note: string, host = delivery.host): void => {
        timeline.after(ms, () => {
          arrive(note, host).catch((error: unknown) => timeline.fail(error));
        });
      };
      soon(delayMs, trouble === 'late' ? ', late' : '');
      if (trouble !== 'twice') return;
      const other = hostOf(this.#hosts, delivery.host.index + 1);
      soon(delayMs + (TWICE_AFTER_MS[turn] ?? 0), ', again', other);
    });
  }

  /** Delivers the event; `undefined` if no answer came. */
  #deliver(delivery: Delivery, note: string): Promise<WebResponse | undefined> {
    const { record, attempt, host } = delivery;
    this.#stage.story.tell(`The event of ${record} arrives${host.at} (attempt ${attempt}${note})`);
    return this.#handle(delivery);
  }

  async #handle({
    url,
    init,
    call,
    host,
  }: Pick<Delivery, 'url' | 'init' | 'call' | 'host'>): Promise<WebResponse | undefined> {
    const { story } = this.#stage;
    const outcome = await host.call(call, (program) =>
      program.webhook?.(
        new Request(url, { method: 'POST', headers: init.headers ?? {}, body: init.body ?? null }),
      ),
    );
    if (outcome.kind === 'down') story.tell('  the process is down');
    if (outcome.kind === 'down' || outcome.kind === 'died') return undefined;
    if (outcome.kind === 'threw') {
      story.tell(`  ${host.who} fails: ${String(outcome.error)}`);
      return new Response(null, { status: 500 });
    }
    const status = statusOf(outcome.value);
    story.tell(`  ${host.who} answers ${status}`);
    return outcome.value;
  }
}
