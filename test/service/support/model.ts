/**
 * A second, simplest possible implementation of the service: plain sets and lists, written from the
 * spec. It imports nothing of the fake or the SDK, so that the two can disagree.
 */

export interface ModelOrganization {
  readonly organizationId: string;
  readonly billing: boolean;
  readonly autoCollect: boolean;
  apiKey: string;
  revoked: boolean;
}

export interface ModelRecord {
  readonly cdrId: string;
  readonly producerId: string;
  readonly devMode: boolean;
  pending: boolean;
  invalid: boolean;
  createdAt: number;
}

interface ModelToken {
  readonly token: string;
  readonly cdrId: string;
  readonly creatorId: string;
  readonly expiresAt: number;
}

/** The expected answer to a request. */
export interface Expected {
  readonly code: string | undefined;
  readonly data?: Record<string, unknown>;
}

const refusal = (code: string): Expected => ({ code });
const success = (data: Record<string, unknown> = {}): Expected => ({ code: undefined, data });

export class Model {
  now: number;
  organizations: ModelOrganization[] = [];
  records: ModelRecord[] = [];
  tokens: ModelToken[] = [];
  /** Pairs of an organization and a record, or of an organization and a token. */
  holdings = new Set<string>();
  access = new Set<string>();
  claims = new Set<string>();
  /** A list rather than a set, so that a second charge shows. */
  charges: string[] = [];

  constructor(now: number) {
    this.now = now;
  }

  copy(): Model {
    const copy = new Model(this.now);
    return Object.assign(copy, structuredClone({ ...this }));
  }

  capture(organization: ModelOrganization, record: ModelRecord, token: string | undefined): void {
    this.records.push(record);
    this.holdings.add(pair(organization, record.cdrId));
    const { organizationId: creatorId } = organization;
    const { cdrId } = record;
    const expiresAt = this.now + 30 * 86_400_000;
    if (token !== undefined) this.tokens.push({ token, cdrId, creatorId, expiresAt });
    if (!record.pending) this.#complete(record);
  }

  finish(record: ModelRecord): void {
    if (record.pending) this.#complete(record);
  }

  read(organization: ModelOrganization, record: ModelRecord): Expected {
    return (
      this.#unreadable(organization, record) ??
      success({ collected: this.access.has(pair(organization, record.cdrId)) })
    );
  }

  collect(organization: ModelOrganization, record: ModelRecord): Expected {
    const refused = this.#unreadable(organization, record);
    if (refused !== undefined) return refused;
    if (record.devMode) return refusal('CDR_DEV_MODE');
    if (!organization.billing) return refusal('PASSTHROUGH_ORG_CANNOT_COLLECT');
    const alreadyCollected = this.access.has(pair(organization, record.cdrId));
    if (!alreadyCollected) this.#charge(organization, record.cdrId);
    return success({ collected: true, alreadyCollected });
  }

  /** Returns the expected answer to a share; `issued` records the token. */
  share(organization: ModelOrganization, record: ModelRecord): Expected {
    const refused = this.#unreadable(organization, record);
    if (refused !== undefined) return refused;
    return record.devMode ? refusal('CDR_DEV_MODE') : success();
  }

  issued(
    organization: ModelOrganization,
    record: ModelRecord,
    token: string,
    lifeMs: number,
  ): void {
    const { organizationId: creatorId } = organization;
    const expiresAt = this.now + lifeMs;
    this.tokens.push({ token, cdrId: record.cdrId, creatorId, expiresAt });
  }

  receive(organization: ModelOrganization, token: ModelToken, isMet: boolean): Expected {
    if (organization.revoked) return refusal('UNAUTHENTICATED');
    const record = this.records.find(({ cdrId }) => cdrId === token.cdrId) as ModelRecord;
    if (record.devMode) return refusal('CDR_DEV_MODE');
    if (this.now >= token.expiresAt) return refusal('GONE');
    if (token.creatorId === organization.organizationId) return refusal('INVALID_ARGUMENT');
    const claim = pair(organization, token.token);
    if (this.claims.has(claim)) return success({ alreadyClaimed: true, shareEventId: '' });
    if (!organization.billing) return refusal('PASSTHROUGH_ORG_CANNOT_CLAIM');
    if (record.invalid) return refusal('CDR_INVALID');
    if (record.pending) return refusal('CDR_PENDING');
    if (!isMet) return refusal('CDR_ACCEPTANCE_FAILED');
    this.claims.add(claim);
    this.holdings.add(pair(organization, record.cdrId));
    const senderHas = this.access.has(`${token.creatorId} ${record.cdrId}`);
    const own = pair(organization, record.cdrId);
    if (senderHas) this.access.add(own);
    else if (!this.access.has(own)) this.#charge(organization, record.cdrId);
    return success({ claimed: true, alreadyClaimed: false, cdrId: record.cdrId });
  }

  /** Returns the ids of a list, oldest first. */
  list(organization: ModelOrganization): string[] {
    return this.records
      .filter((each) => this.holdings.has(pair(organization, each.cdrId)))
      .filter(({ pending, invalid }) => !pending && !invalid)
      .sort((a, b) => a.createdAt - b.createdAt || (a.cdrId < b.cdrId ? -1 : 1))
      .map(({ cdrId }) => cdrId);
  }

  #unreadable(organization: ModelOrganization, record: ModelRecord): Expected | undefined {
    if (organization.revoked) return refusal('UNAUTHENTICATED');
    if (!this.holdings.has(pair(organization, record.cdrId))) return refusal('NOT_FOUND');
    if (record.invalid) return refusal('CDR_INVALID');
    return record.pending ? refusal('NOT_FOUND') : undefined;
  }

  #complete(record: ModelRecord): void {
    record.pending = false;
    record.createdAt = this.now;
    const producer = this.organizations.find((each) => each.organizationId === record.producerId);
    if (!producer?.billing || !producer.autoCollect || record.devMode || record.invalid) return;
    this.#charge(producer, record.cdrId);
  }

  #charge(organization: ModelOrganization, cdrId: string): void {
    this.charges.push(pair(organization, cdrId));
    this.access.add(pair(organization, cdrId));
  }
}

function pair({ organizationId }: ModelOrganization, id: string): string {
  return `${organizationId} ${id}`;
}
