import { endpoints } from '../contract/endpoints.ts';
import { bindMethods } from '../platform/bind-methods.ts';
import { type CallOptions, checkedCall } from '../transport/call-options.ts';
import { type CallPromise, callPromise } from '../transport/call-promise.ts';
import { endpointCall } from '../transport/endpoint-call.ts';
import type { Send } from '../transport/outgoing.ts';

/**
 * The domains that the organization has records on (spec §2.2, §4.1).
 *
 * @example
 * ```ts
 * const [domainId] = await client.domains.list();
 * ```
 */
export class Domains {
  readonly #send: Send;

  /** @internal */
  constructor(send: Send) {
    this.#send = send;
    bindMethods(this);
  }

  /**
   * Lists the domain identifiers, sorted alphabetically (spec §4.1). A domain appears slightly
   * before its first record is readable, so one may hold no records yet.
   *
   * @example
   * ```ts
   * for (const domainId of await client.domains.list()) console.log(domainId);
   * ```
   */
  list(options?: CallOptions): CallPromise<string[]> {
    return callPromise(async () => {
      const given = checkedCall(options, 'domains.list');
      const call = endpointCall(endpoints.listDomains, { params: {} });
      const answer = await this.#send(call, given);
      return { ...answer, data: answer.data.domains };
    });
  }
}
