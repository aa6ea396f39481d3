import { formatNumber } from '../ground/format.ts';
import { filterAt } from '../ground/router.ts';
import type { FoundRow, SearchReply } from '../ground/rows.ts';
import { Identifier } from '../parts/identifier.tsx';
import { Instant } from '../parts/instant.tsx';
import { OrganizationName } from '../parts/organization-name.tsx';
import { Table } from '../parts/table.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { fieldWords, KIND_WORDS } from './found-words.ts';
import { useSearch } from './use-search.ts';

const SHOWN_MAX = 50;

function captionOf({ total, results }: SearchReply): string {
  if (total <= results.length) return `${formatNumber(total)} found, best match first`;
  const [shown, all] = [results.length, total].map(formatNumber);
  return `The best ${shown} of ${all}; type more to narrow the list`;
}

function Matched({ matched }: FoundRow) {
  return (
    <>
      {fieldWords(matched.field)}: <strong class="address">{matched.value}</strong>
    </>
  );
}

/** Everything in which a text was found. */
export function SearchView() {
  const text = filterAt('q').trim();
  const { data, error } = useSearch(text, SHOWN_MAX);
  return (
    <>
      <ViewTitle>{text === '' ? 'Search' : 'Search results'}</ViewTitle>
      {text === '' && (
        <p>
          Type a record's id, a lead id, a phone number in any spelling or its last digits, a name,
          a domain, a share URL, a request id or a webhook id.
        </p>
      )}
      {text !== '' && (
        <Table
          caption={data === undefined ? 'Results' : captionOf(data)}
          rows={data?.results}
          error={error}
          keyOf={({ kind, id }) => `${kind} ${id}`}
          empty="No matches."
          columns={[
            { title: 'Found', cell: ({ kind, id }) => <Identifier kind={kind} id={id} /> },
            { title: 'Type', cell: ({ kind }) => KIND_WORDS[kind] },
            { title: 'Match', cell: (row) => <Matched {...row} /> },
            { title: 'About', cell: ({ about }) => <span class="about">{about}</span> },
            {
              title: 'Organization',
              cell: ({ organizationId: id }) => (id === null ? '–' : <OrganizationName id={id} />),
            },
            {
              title: 'Time',
              isNumber: true,
              cell: ({ at }) => (at === null ? '–' : <Instant at={at} />),
            },
          ]}
        />
      )}
    </>
  );
}
