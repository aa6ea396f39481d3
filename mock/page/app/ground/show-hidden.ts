import { withNumbers } from '../../../../src/texts/hidden-characters.ts';

/** The part of Preact's `options` that is used: called with each new node of the page. */
export interface NodeHook {
  vnode?: (vnode: never) => void;
}

/** Shows the hidden characters of every text of the page: most of it is said by strangers' pages. */
export function showHidden(options: NodeHook): void {
  options.vnode = (vnode: { type: unknown; props: unknown }) => {
    // A text is a node without a type, whose props are the text.
    if (vnode.type === null && typeof vnode.props === 'string') {
      vnode.props = withNumbers(vnode.props);
    }
  };
}
