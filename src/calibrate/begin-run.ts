import type { Account } from './account.ts';
import type { Ask } from './ask.ts';
import { Asker, stopIfAborted } from './asker.ts';
import type { ReceiveState } from './guard.ts';
import { readAccounts } from './inventories.ts';
import type { Materials } from './materials.ts';
import { notMeasured } from './not-measured.ts';
import { Observed } from './observed.ts';
import type { CalibrateSettings } from './options.ts';
import { Receives } from './receives.ts';
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

/** The guard's lists. They grow as the run reads records and creates tokens. */
function knownTo({ pendingCdrId, invalidCdrId, devModeToken }: Materials) {
  const receives: ReceiveState = { isProbed: false, isOver: false };
  return {
    receives,
    tokens: new Set<string>(),
    openable: new Set([devModeToken].filter((each) => each !== undefined)),
    shareable: new Set([pendingCdrId, invalidCdrId].filter((each) => each !== undefined)),
  };
}

/** Reads both accounts, and assembles the run and everything that its probes need. */
export async function beginRun(settings: CalibrateSettings) {
  const { wires, tier, clock, signal, onRequest, materials, maxRecords } = settings;
  const phrase = newPhrase(settings.random);
  const known = knownTo(materials);
  const observed = new Observed(observedRules());
  const asker = new Asker({
    wires,
    signal,
    onRequest,
    facts: { tier, phrase, ...known },
    observe: (ask, answer) => {
      observed.see({ ask, answer });
    },
  });
  const ask = (request: Ask) => asker.ask(request);
  const accounts = tier === 0 ? undefined : await readAccounts(ask, maxRecords);
  const account = accounts?.sender ?? NO_ACCOUNT;
  const receiverAccount = accounts?.receiver ?? NO_ACCOUNT;
  const given = settings.tokens.map(({ cdrId }) => cdrId);
  const records = new Records(ask, account, clock, new Set(tier < 3 ? given : []));
  const tokens = new Tokens({
    ask,
    clock,
    tier,
    given: settings.tokens,
    materials,
    records,
    known,
  });
  const run = new Run({
    tier,
    ask,
    download: (url) => asker.download(url),
    clock,
    phrase,
    account,
    receiverAccount,
    records,
    tokens,
    materials,
    observed,
    receives: new Receives({ ask, phrase, tokens, records, state: known.receives }),
    waitUntil: waiter(settings),
  });
  return { run, asker, accounts };
}
