import { withBase } from 'vitepress';
import { h } from 'vue';

/** The tasks that most people come for, each with the page to begin at. */
const TASKS = [
  ['Share a record with buyers', '/guides/producing-and-sharing.html'],
  ['Decide about a lead', '/guides/lead-intake.html'],
  ['Receive a webhook', '/guides/webhooks.html'],
  ['Test without the service', '/guides/testing-with-the-fake.html'],
  ['Find and keep evidence', '/guides/finding-evidence.html'],
  ['Look up an error', '/errors/'],
] as const;

const search = (): void => {
  document.querySelector<HTMLElement>('.DocSearch-Button')?.click();
};

/** The page for an address that is not there: the search, and the tasks. */
export const NotFound = () =>
  h('main', { class: 'not-found' }, [
    h('h1', 'There is no such page'),
    h('p', [
      'It may have another name now. ',
      h('button', { type: 'button', onClick: search }, 'Search the documentation'),
      ', or begin with what you want to do:',
    ]),
    h(
      'ul',
      TASKS.map(([text, link]) => h('li', h('a', { href: withBase(link) }, text))),
    ),
  ]);
