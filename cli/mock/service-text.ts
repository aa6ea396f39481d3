import { ownVariables, type PrintedOrganization } from '../../mock/fake/environment.ts';
import { RESERVED_PREFIX } from '../../mock/ground/urls.ts';
import { printable } from '../output/printable.ts';
import { commentOf, exportLine } from './env-lines.ts';

/** What is shown about a running fake. */
export interface ShownService {
  readonly url: string;
  readonly controlUrl: string;
  readonly organizations: readonly PrintedOrganization[];
  readonly env: Readonly<Record<string, string>>;
}

const GENERAL = /^CONSENT_EVIDENCE_(?:API_KEY|BASE_URL|WEBHOOK_SECRET|CONTROL_URL)$/;

const exported = (env: readonly (readonly [string, string])[]): string[] =>
  env.map(([name, value]) => exportLine(name, value));

/** Returns the address, and for each organization lines that a shell accepts unchanged. */
export function serviceText({ url, controlUrl, organizations, env }: ShownService, as?: string) {
  const general = Object.entries(env).filter(([name]) => GENERAL.test(name));
  const chosen = organizations.find((each) => each.organizationId === as) ?? organizations[0];
  const blocks = organizations.map((each) =>
    [`# ${each.organizationId}: ${commentOf(each.name)}`, ...exported(ownVariables(each))].join(
      '\n',
    ),
  );
  return [
    [
      `The fake service listens on ${printable(url)} (Ctrl-C stops it)`,
      `Inspector: ${printable(url)}${RESERVED_PREFIX}/`,
      `The control API is described at ${printable(controlUrl)}/openapi.json`,
    ].join('\n'),
    [`# as ${chosen?.organizationId ?? 'nobody'}`, ...exported(general)].join('\n'),
    ...blocks,
  ].join('\n\n');
}
