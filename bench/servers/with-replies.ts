import { Child } from '../harness/child.ts';

/** Runs `work` with the server of fixed replies. */
export async function withReplies<T>(
  work: (server: string) => Promise<T>,
  environment: Readonly<Record<string, string>> = {},
): Promise<T> {
  const url = new URL('./replies.ts', import.meta.url).href;
  const { child, hello } = await Child.start(url, [], [], environment);
  try {
    return await work(String(hello));
  } finally {
    await child.stop();
  }
}
