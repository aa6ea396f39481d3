import { environment } from './environment.mjs';
import { errors } from './errors.mjs';
import { handler } from './handler.mjs';
import { hostile } from './hostile.mjs';
import { limits } from './limits.mjs';
import { loading } from './loading.mjs';
import { inProcess, overHttp, servedHere } from './operations.mjs';
import { permissions } from './permissions.mjs';
import { proxy } from './proxy.mjs';
import { sentOnce } from './sent-once.mjs';
import { simulation } from './simulation.mjs';
import { nodeHmac, webHmac } from './webhooks.mjs';

/**
 * The groups that run everywhere. A group has a name, and `cases`, which gets what the runtime offers
 * and returns pairs of a title and a function, or nothing if the runtime cannot run the group.
 */
const GROUPS = [
  loading,
  inProcess,
  overHttp,
  servedHere,
  hostile,
  sentOnce,
  proxy,
  limits,
  errors,
  nodeHmac,
  webHmac,
  handler,
  simulation,
  environment,
  permissions,
];

const CASE_TIMEOUT_MS = 20_000;

async function within(ms, work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`did not end within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function resultOf(run) {
  try {
    await within(CASE_TIMEOUT_MS, run());
    return { passed: true };
  } catch (error) {
    return { passed: false, error: String(error?.stack ?? error).slice(0, 2_000) };
  }
}

/** Runs all cases, one after the other. */
export async function runSuite(offers) {
  const results = [];
  for (const { name, cases } of GROUPS) {
    for (const [title, run] of (await cases(offers)) ?? []) {
      results.push({ group: name, title, ...(await resultOf(run)) });
    }
  }
  return results;
}
