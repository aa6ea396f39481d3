import type { Account } from './account.ts';
import type { Ask } from './ask.ts';
import { Asker, stopIfAborted } from './asker.ts';
import { Charges } from './charges.ts';
import { readAccounts } from './inventories.ts';
import { notMeasured } from './not-measured.ts';
import { Observed } from './observed.ts';
import type { CalibrateSettings } from './options.ts';
import { Paid, type PaidFacts } from './paid.ts';
import { Records } from './records.ts';
import { newPhrase } from './refusal.ts';
import { Run } from './run.ts';
import { observedRules } from './statement-rows.ts';
import { Tokens } from './tokens.ts';

const NO_ACCOUNT: Account = { domains: [], entries: [], complete: true };

/** Returns a function that waits until an instant, within `maxWaitMs` for the whole run. */
function waiter({ clock, signal, maxWaitMs }: CalibrateSettings): (at: number) => Promise<void> {
  let left = maxWaitMs;
  return async (at) => {
    const ms = at - clock.now();
    if (ms <= 0) return;
    if (ms > left) notMeasured(`it needs a longer wait than maxWaitMs (${maxWaitMs}) allows`);
    left -= ms;
    await clock.sleep(ms, signal);
    stopIfAborted(signal);
  };
}

/** The guard's lists. They grow as the run creates tokens. */
function knownTo({ tokens, materials }: CalibrateSettings) {
  const { pendingCdrId, invalidCdrId, webhook: _, ...texts } = materials;
  const theirs = Object.values(texts).filter((each) => each !== undefined);
  return {
    tokens: new Set([...tokens.map(({ token }) => token), ...theirs]),
    shareable: new Set([pendingCdrId, invalidCdrId].filter((each) => each !== undefined)),
  };
}

/** Reads both accounts, and assembles the run and everything that its probes need. */
export async function beginRun(settings: CalibrateSettings) {
  const { wires, tier, clock, signal, onRequest, materials, maxRecords } = settings;
  const phrase = newPhrase(settings.random);
  const known = knownTo(settings);
  const charges = new Charges(settings.maxCharges);
  const facts: PaidFacts = { landable: new Set(), collectable: new Set() };
  const observed = new Observed(observedRules());
  const asker = new Asker({
    wires,
    signal,
    onRequest,
    charges,
    facts: () => ({ tier, phrase, ...known, ...facts, chargesLeft: charges.left }),
    observe: (ask, answer) => {
      observed.see({ ask, answer });
    },
  });
  const ask = (request: Ask) => asker.ask(request);
  const accounts = tier === 0 ? undefined : await readAccounts(ask, maxRecords);
  const account = accounts?.sender ?? NO_ACCOUNT;
  const receiverAccount = accounts?.receiver ?? NO_ACCOUNT;
  const given = settings.tokens.flatMap(({ cdrId }) => cdrId ?? []);
  const records = new Records(ask, account, clock, new Set(tier < 3 ? given : []));
  const run = new Run({
    tier,
    ask,
    download: (url) => asker.download(url),
    clock,
    phrase,
    account,
    receiverAccount,
    records,
    tokens: new Tokens({ ask, clock, tier, given: settings.tokens, records, known }),
    materials,
    observed,
    paid: new Paid({ ask, charges, facts }),
    waitUntil: waiter(settings),
  });
  return { run, asker, accounts };
}
