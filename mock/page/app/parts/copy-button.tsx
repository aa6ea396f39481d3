import type { ComponentChildren } from 'preact';
import { ActionButton } from './action-button.tsx';

/** Only a page served over HTTPS, or from this machine, has a clipboard. */
export async function copyText(text: string): Promise<void> {
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (clipboard === undefined)
    throw new Error('the clipboard is not available at this address; select the text instead');
  await clipboard.writeText(text);
}

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, as named in the status line, for example `the command`. */
  readonly what: string;
  readonly children: ComponentChildren;
}

/** A button that copies a text to the clipboard. */
export function CopyButton({ text, what, children }: CopyButtonProps) {
  const act = async (): Promise<string> => {
    await copyText(text);
    return `Copied ${what}.`;
  };
  return (
    <ActionButton isLook act={act}>
      {children}
    </ActionButton>
  );
}
