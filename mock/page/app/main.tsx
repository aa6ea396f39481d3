import './style.css';
import './find/find.css';
import './narrow.css';
import { options, render } from 'preact';

import { follow } from './ground/live.ts';
import { followAddress } from './ground/router.ts';
import { followScroll } from './ground/scroll.ts';
import { showHidden } from './ground/show-hidden.ts';
import { Inspector } from './inspector.tsx';

const root = document.getElementById('app');
if (root !== null) {
  root.replaceChildren();
  showHidden(options);
  render(<Inspector />, root);
  followAddress();
  followScroll();
  void follow();
}
