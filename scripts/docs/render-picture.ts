import { existsSync } from 'node:fs';

/** A picture; with the dark one beside it, where there is one, of which the page shows what fits it. */
export function renderPicture(src: string, render: (src: string) => string): string {
  const dark = src.replace(/\.png$/, '-dark.png');
  if (dark === src || !existsSync(`docs${dark}`)) return render(src);
  const light = `<span class="light-only">${render(src)}</span>`;
  return `${light}<span class="dark-only">${render(dark)}</span>`;
}
