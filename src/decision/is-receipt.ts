import type { ReceiveReceipt } from '../resources/shares.ts';

/** Returns whether `result` is what `shares.receive` resolves to. */
export function isReceipt(result: unknown): result is ReceiveReceipt {
  if (typeof result !== 'object' || result === null || result instanceof Error) return false;
  const { cdrId, alreadyClaimed } = result as Partial<ReceiveReceipt>;
  return typeof cdrId === 'string' && typeof alreadyClaimed === 'boolean';
}
