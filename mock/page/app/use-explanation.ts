import { useEffect, useState } from 'preact/hooks';
import { explanationOf } from './explanations.ts';
import type { Explanation } from './rows.ts';
import type { Live } from './use-live.ts';

/** The explanation of one request, once it is there. */
export function useExplanation(requestId: string): Live<Explanation> {
  const [state, setState] = useState<Live<Explanation>>({});
  useEffect(() => {
    let isWanted = true;
    explanationOf(requestId).then(
      (data) => isWanted && setState({ data }),
      () => isWanted && setState({ error: 'The log has no such request, or no longer.' }),
    );
    return () => {
      isWanted = false;
    };
  }, [requestId]);
  return state;
}
