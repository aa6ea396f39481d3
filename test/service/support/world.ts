import { expect } from 'vitest';
import type { CaptureInput } from '../../../mock/capture/capture-input.ts';
import type { MockService } from '../../../mock/fake/mock-service.ts';
import type { AddedOrganization } from '../../../mock/service/controls/organizations.ts';
import type { CollectCdrData } from '../../../src/contract/endpoints/collect-cdr.ts';
import type { GetCdrData } from '../../../src/contract/endpoints/get-cdr.ts';
import type { ListCdrsData } from '../../../src/contract/endpoints/list-cdrs.ts';
import type { ListDomainsData } from '../../../src/contract/endpoints/list-domains.ts';
import type { ReceiveShareData } from '../../../src/contract/endpoints/receive-share.ts';
import type { ShareCdrData } from '../../../src/contract/endpoints/share-cdr.ts';
import { checkReply } from './check-reply.ts';
import type { OpenDoor, WireReply, WireRequest } from './door.ts';
import { type Reply, replyOf } from './reply.ts';

/** The key to send: an organization's own, a text as it is, or none. */
export type KeyHolder = AddedOrganization | string | null;

export interface RequestParts {
  readonly key?: KeyHolder;
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page for captures in which the page itself does not matter. */
export const PLAIN_PAGE: CaptureInput = {
  pageUrl: 'https://quotes.example.com/solar',
  submit: { label: 'Get My Quote' },
};

function bodyOf(body: unknown): WireRequest['body'] {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) return body;
  return JSON.stringify(body);
}

/** A fake behind one of its doors, called by raw HTTP. Every reply is checked against the contract. */
export class World {
  readonly mock: MockService;
  readonly #door: OpenDoor;
  readonly #requestIds = new Set<string>();

  constructor(mock: MockService, door: OpenDoor) {
    this.mock = mock;
    this.#door = door;
  }

  /** The `{base_url}` for clients of this door. */
  get baseUrl(): string {
    return this.#door.baseUrl;
  }

  /** Sends a request to the API, with its path unchanged. */
  async request<Data = Record<string, unknown>>(
    method: string,
    path: string,
    { key = null, body, query = {}, headers = {} }: RequestParts = {},
  ): Promise<Reply<Data>> {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const apiKey = typeof key === 'string' ? key : key?.apiKey;
    const wire = await this.#door.send({
      method,
      origin: this.baseUrl,
      target: search.size > 0 ? `${path}?${search}` : path,
      headers: { ...(apiKey !== undefined && { 'x-api-key': apiKey }), ...headers },
      body: bodyOf(body),
    });
    const text = new TextDecoder().decode(wire.bytes);
    const [pathname = ''] = path.split('?');
    const { status, headers: replyHeaders } = wire;
    const json = checkReply({ method, path: pathname, status, headers: replyHeaders, text });
    const reply = replyOf<Data>(wire, text, json);
    if (json !== undefined) this.#expectNewId(reply.requestId);
    return reply;
  }

  /** Requests an address from the service, such as a download URL. */
  visit(address: string, method = 'GET'): Promise<WireReply> {
    const { origin, pathname, search } = new URL(address);
    const target = pathname + search;
    return this.#door.send({ method, origin, target, headers: {}, body: undefined });
  }

  domains(key: KeyHolder): Promise<Reply<ListDomainsData>> {
    return this.request('GET', '/v1/domains', { key });
  }

  list(
    key: KeyHolder,
    domainId: string,
    query: RequestParts['query'] = {},
  ): Promise<Reply<ListCdrsData>> {
    return this.request('GET', `/v1/domains/${encodeURIComponent(domainId)}/cdrs`, { key, query });
  }

  read(key: KeyHolder, cdrId: string): Promise<Reply<GetCdrData>> {
    return this.request('GET', `/v1/cdrs/${cdrId}`, { key });
  }

  collect(key: KeyHolder, cdrId: string, body?: unknown): Promise<Reply<CollectCdrData>> {
    return this.request('POST', `/v1/cdrs/${cdrId}/collect`, { key, body });
  }

  share(key: KeyHolder, cdrId: string, body?: unknown): Promise<Reply<ShareCdrData>> {
    return this.request('POST', `/v1/cdrs/${cdrId}/share`, { key, body });
  }

  receive(key: KeyHolder, token: string, body?: unknown): Promise<Reply<ReceiveShareData>> {
    return this.request('POST', `/v1/shares/${token}`, { key, body });
  }

  /** Makes a share token of a record that the organization holds. */
  async tokenOf(key: KeyHolder, cdrId: string, expiresInMs?: number): Promise<string> {
    const body = expiresInMs === undefined ? undefined : { expiresInMs };
    return (await this.share(key, cdrId, body)).data.token;
  }

  /** Forgets request ids, because a world that was set back issues them again. */
  forgetRequestIds(): void {
    this.#requestIds.clear();
  }

  /** Checks that a request's identifier is unique (spec §2.1). */
  #expectNewId(requestId: string): void {
    expect(this.#requestIds).not.toContain(requestId);
    this.#requestIds.add(requestId);
  }
}
