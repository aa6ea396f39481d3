import { invalidInput } from '../../src/errors/invalid-input-error.ts';
import { resolveOrganization } from '../service/controls/organizations.ts';
import { captureChecked } from '../service/controls/records.ts';
import { createToken, shareUrlOf } from '../service/operations/share-cdr.ts';
import { isFinal, type LeadState, type WorldRecord } from './books.ts';
import type { Courier } from './courier.ts';
import type { Host } from './host.ts';
import { hostOf } from './hosts.ts';
import { formOf, phoneOf, STRANGERS_PHONE } from './people.ts';
import {
  CALM,
  type CaptureStep,
  type ElsewhereStep,
  type ForgeStep,
  type InvalidateStep,
  type OutageStep,
  type PostStep,
  type Step,
  type TickStep,
} from './plan.ts';
import type { CdrReference, CdrReferences } from './program.ts';
import type { Seller } from './seller.ts';
import type { Stage } from './stage.ts';

const tokenIn = (shareUrl: string): string => shareUrl.slice(shareUrl.lastIndexOf('/') + 1);

function isList(given: CdrReferences): boolean {
  const { [Symbol.iterator]: now, [Symbol.asyncIterator]: later } = Object(given) as never;
  return typeof given !== 'string' && (now ?? later) !== undefined;
}

/** Carries out the steps of a plan. */
export class Director {
  readonly #stage: Stage;
  readonly #hosts: readonly Host[];
  readonly #seller: Seller;
  readonly #courier: Courier;

  constructor(stage: Stage, parts: { hosts: readonly Host[]; seller: Seller; courier: Courier }) {
    this.#stage = stage;
    this.#hosts = parts.hosts;
    this.#seller = parts.seller;
    this.#courier = parts.courier;
  }

  /** Performs a step. If its record or link does not exist, nothing happens. */
  perform(step: Step): void | Promise<void> {
    if (step.do === 'elsewhere') return this.#elsewhere(step);
    if (step.do === 'capture') this.#capture(step);
    else if (step.do === 'post') this.#post(step);
    else if (step.do === 'tick') this.#tick(step);
    else if (step.do === 'forge') return this.#forge(step);
    else if (step.do === 'outage') this.#outage(step);
    else this.#invalidate(step);
  }

  #capture(step: CaptureStep): void {
    const { record, own } = step;
    const { engine, story, books, producer, buyer } = this.#stage;
    const owner = resolveOrganization(engine, own ? buyer : producer);
    const [life] = step.links;
    const autoShare = life === undefined ? false : life === null || { expiresInMs: life };
    const captured = captureChecked(engine, owner, { ...formOf(step), autoShare });
    const { cdrId, shareUrl } = captured;
    story.name(cdrId, `record ${record}`);
    const facts = [
      ...(step.unchecked ? ['an unchecked box'] : []),
      ...(step.devMode ? ['a Dev Mode capture'] : []),
      ...(step.renderMs > 0 ? [`rendered after ${step.renderMs / 1000} s`] : []),
    ];
    const where = own ? 'Acme Solar captures on its own page' : 'Sunroof Leads captures';
    story.tell(`${where} record ${record}: phone ${[phoneOf(record), ...facts].join(', ')}`);
    if (own) this.#courier.plan(cdrId, step);
    const shareUrls = shareUrl === undefined ? [] : [shareUrl, ...this.#furtherLinks(cdrId, step)];
    const tokens = shareUrls.map(tokenIn);
    for (const [index, token] of tokens.entries()) {
      const name = `link ${record}${index === 0 ? '' : 'b'}`;
      story.name(token, name);
      const lifeMs = step.links[index];
      const until = typeof lifeMs === 'number' ? `, good for ${lifeMs / 1000} s` : '';
      story.tell(`  and shares it: ${name}${until}`);
    }
    const kept: WorldRecord = { cdrId, phone: phoneOf(record), own, tokens, shareUrls };
    books.records.set(record, kept);
  }

  #furtherLinks(cdrId: string, { links }: CaptureStep): string[] {
    const { engine, timeline, producer } = this.#stage;
    return links.slice(1).map((expiresInMs) => {
      const cdr = engine.world.cdrs.get(cdrId);
      if (cdr === undefined) throw new Error(`no record ${cdrId}`);
      const life = { now: timeline.now(), expiresInMs };
      const { token } = createToken(engine, cdr, producer.organizationId, life);
      return shareUrlOf(engine, engine.urls, token);
    });
  }

  #leadOf({ lead, record, link, stranger }: PostStep): LeadState | undefined {
    const { books } = this.#stage;
    const known = books.leads.get(lead);
    if (known !== undefined) return known;
    const behind = books.records.get(record);
    const [token, shareUrl] = [behind?.tokens[link], behind?.shareUrls[link]];
    if (behind === undefined || token === undefined || shareUrl === undefined) return undefined;
    const { cdrId } = behind;
    const phone = stranger ? STRANGERS_PHONE : behind.phone;
    const made: LeadState = {
      lead: { leadId: `L-${lead}`, shareUrl, phone },
      cdrId,
      token,
      stranger,
      posts: 0,
      waiting: 0,
      isOwed: false,
      neededPost: false,
      last: undefined,
      finalAt: Infinity,
    };
    books.leads.set(lead, made);
    return made;
  }

  #post(step: PostStep): void {
    const state = this.#leadOf(step);
    if (state === undefined) return;
    this.#seller.post(state, step.call, hostOf(this.#hosts, step.machine));
  }

  #tick({ call, machine }: Pick<TickStep, 'call' | 'machine'>): void {
    const { story, timeline } = this.#stage;
    // A machine that is not there has no timer.
    const host = this.#hosts[machine];
    if (host === undefined) return;
    story.head(`Acme Solar’s timer fires${host.at}`);
    this.#seller.tick(call, host).catch((error: unknown) => timeline.fail(error));
  }

  #invalidate({ record }: InvalidateStep): void {
    const { mock, story, books } = this.#stage;
    const known = books.records.get(record);
    if (known === undefined) return;
    mock.invalidate(known.cdrId);
    books.invalid.add(known.cdrId);
    story.tell(`Record ${record} is flagged invalid`);
  }

  #outage({ lastsMs }: OutageStep): void {
    const { story, books, timeline } = this.#stage;
    books.awayUntil = Math.max(books.awayUntil, timeline.now() + lastsMs);
    story.tell(`The service is away for ${lastsMs / 60_000} minutes`);
  }

  async #forge({ record, kind }: ForgeStep): Promise<void> {
    const known = this.#stage.books.records.get(record);
    if (known !== undefined) await this.#courier.forge(known.cdrId, kind);
  }

  async #elsewhere({ record, link }: ElsewhereStep): Promise<void> {
    const { mock, story, books, buyer } = this.#stage;
    const token = books.records.get(record)?.tokens[link];
    if (token === undefined) return;
    story.tell(`Someone else at Acme Solar receives ${story.nameOf(token)} by hand`);
    const before = books.chargeCount();
    const headers = { 'x-api-key': mock.clientOptions(buyer).apiKey };
    const response = await mock.fetch(mock.url('shares.receive', token), {
      method: 'POST',
      headers,
    });
    const { requestId } = (await response.json()) as { requestId?: string };
    if (requestId !== undefined) books.elsewhere.add(requestId);
    books.tellCharges(before);
  }

  /** Fires the timer in the quiet time, in which nothing goes wrong any more. */
  calmTick(): void {
    for (const machine of this.#hosts.keys()) this.#tick({ call: CALM, machine });
  }

  /** Sends the events once more that were never acknowledged. */
  redeliver(): void {
    const { mock, books, buyer } = this.#stage;
    this.#courier.isCalm = true;
    for (const delivery of mock.webhookDeliveries({ organization: buyer })) {
      const isOpen = delivery.state === 'failed' && delivery.attempts.length > 0;
      if (isOpen && !books.invalid.has(delivery.cdrId)) mock.redeliver(delivery.webhookId);
    }
  }

  /** Posts the leads that have not reached the program. */
  postMissed(): void {
    for (const state of this.#stage.books.leads.values()) {
      const isMissed = state.last === undefined && !state.isOwed && state.waiting === 0;
      if (isMissed) this.#seller.post(state, CALM, hostOf(this.#hosts, 0));
    }
  }

  /** Asks that machine for the decision on each open lead. */
  ask(machine: number): void {
    for (const state of this.#stage.books.leads.values()) {
      if (!isFinal(state.last)) this.#seller.ask(state, hostOf(this.#hosts, machine));
    }
  }

  /** Asks the program for its orphans. */
  async orphans(): Promise<string[]> {
    const { story, books } = this.#stage;
    const outcome = await hostOf(this.#hosts, 0).call(CALM, async (program) => {
      if (program.orphans === undefined) return [];
      const given = await program.orphans();
      if (!isList(given)) return undefined;
      const listed: CdrReference[] = [];
      for await (const each of given) listed.push(each);
      return listed;
    });
    if (outcome.kind === 'threw') {
      books.orphansError = String(outcome.error);
      story.tell(`Acme Solar cannot list its orphans: ${books.orphansError}`);
    }
    if (outcome.kind !== 'answered') return [];
    if (outcome.value === undefined) throw invalidInput('start.orphans', 'expected a list');
    return outcome.value.map((each) => {
      const cdrId: unknown =
        typeof each === 'string' ? each : (each as { cdrId?: unknown } | null)?.cdrId;
      if (typeof cdrId !== 'string') throw invalidInput('start.orphans', 'expected cdrIds');
      return cdrId;
    });
  }
}
