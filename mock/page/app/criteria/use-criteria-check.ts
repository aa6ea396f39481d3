import { useEffect, useState } from 'preact/hooks';
import type { Note } from '../fields/field-notes.tsx';
import { callControl } from '../ground/call-control.ts';
import type { Issue } from '../ground/rows.ts';
import { readCriteria } from './criteria-text.ts';

/** The criteria are checked after a pause in typing, not after every letter. */
const CHECK_AFTER_MS = 150;

/**
 * Returns what the package says about the criteria: what breaks their shape, or is valid but
 * probably unintended.
 */
export function useCriteriaCheck(text: string): readonly Note[] {
  const [notes, setNotes] = useState<readonly Note[]>([]);
  useEffect(() => {
    const read = readCriteria(text);
    if (!('value' in read) || read.value === undefined) {
      setNotes('fault' in read ? [{ path: '', message: read.fault, tone: 'bad' }] : []);
      return undefined;
    }
    let isWanted = true;
    const check = async (): Promise<void> => {
      const { issues, warnings } = await callControl<{ issues: Issue[]; warnings: Issue[] }>(
        'POST',
        '/acceptance/check',
        { acceptance: read.value },
      );
      if (!isWanted) return;
      setNotes([
        ...issues.map((issue) => ({ ...issue, tone: 'bad' as const })),
        ...warnings.map((warning) => ({ ...warning, tone: 'wait' as const })),
      ]);
    };
    const timer = setTimeout(() => void check().catch(() => undefined), CHECK_AFTER_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [text]);
  return notes;
}
