import './style.css';
import './find.css';
import './narrow.css';
import { render } from 'preact';
import { Inspector } from './inspector.tsx';
import { follow } from './live.ts';
import { followAddress } from './router.ts';

const root = document.getElementById('app');
if (root !== null) {
  root.replaceChildren();
  render(<Inspector />, root);
  followAddress();
  void follow();
}
