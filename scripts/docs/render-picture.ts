import { existsSync } from 'node:fs';

/** Renders a picture, together with its dark version if there is one; the page shows the one that fits. */
export function renderPicture(src: string, render: (src: string) => string): string {
  const dark = src.replace(/\.png$/, '-dark.png');
  if (dark === src || !existsSync(`docs${dark}`)) return render(src);
  const light = `<span class="light-only">${render(src)}</span>`;
  return `${light}<span class="dark-only">${render(dark)}</span>`;
}
