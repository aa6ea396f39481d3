import type { Rule } from '../rule.ts';

export const autoMetadataRules: readonly Rule[] = [
  {
    section: '2.3',
    rule: 'White space in a disclosure text is collapsed.',
    proof: {
      file: 'consent-facts',
      title: '8: at most 50 disclosures of at most 5,000 characters, white space collapsed',
    },
    mutation: {
      file: 'mock/capture/consent-facts.ts',
      find: 'cutText(collapseWhiteSpace(disclosure.text),',
      replace: 'cutText(disclosure.text,',
    },
  },
  {
    section: '2.3',
    rule: 'Declared language has its markup stripped.',
    proof: {
      file: 'consent-facts',
      title: '2.3: declared language is stripped of markup, collapsed and cut at 5,000',
    },
    mutation: {
      file: 'mock/capture/declared-disclosures.ts',
      find: "    .replace(TAG, '')\n",
      replace: '',
    },
  },
  {
    section: '2.3',
    rule: 'Declared language has its white space normalised.',
    proof: {
      file: 'consent-facts',
      title: '2.3: declared language is stripped of markup, collapsed and cut at 5,000',
    },
    mutation: {
      file: 'mock/capture/declared-disclosures.ts',
      find: 'return collapseWhiteSpace(text);',
      replace: 'return text;',
    },
  },
  {
    section: '8',
    rule: 'Declared language is cut at 5,000 characters.',
    proof: {
      file: 'consent-facts',
      title: '2.3: declared language is stripped of markup, collapsed and cut at 5,000',
    },
    mutation: {
      file: 'mock/capture/declared-disclosures.ts',
      find: 'cutText(plainTextOf(language), DISCLOSURE_TEXT_MAX_CHARS)',
      replace: 'plainTextOf(language)',
    },
  },
  {
    section: '2.3',
    rule: 'phones are in +1 form.',
    proof: {
      file: 'consent-facts',
      title: '2.3: phones come from phone fields and page text, sorted, in +1 form',
    },
    mutation: {
      file: 'mock/capture/auto-metadata.ts',
      find: '`+1${phone}`',
      replace: 'phone',
    },
  },
  {
    section: '2.3',
    rule: 'phones are sorted.',
    proof: {
      file: 'consent-facts',
      title: '2.3: phones come from phone fields and page text, sorted, in +1 form',
    },
    mutation: {
      file: 'mock/capture/auto-metadata.ts',
      find: '.sort();',
      replace: ';',
    },
  },
  {
    section: '2.3',
    rule: "phones hold the page text's numbers too.",
    proof: {
      file: 'consent-facts',
      title: '2.3: phones come from phone fields and page text, sorted, in +1 form',
    },
    mutation: {
      file: 'mock/capture/auto-metadata.ts',
      find: ', ...texts.flatMap(phonesInText)',
      replace: '',
    },
  },
  {
    section: '8',
    rule: 'At most 10 phones.',
    proof: {
      file: 'consent-facts',
      title: '8: autoMetadata keeps 10 phones, 5 names, and cuts titles, actions and URL values',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'AUTO_METADATA_PHONES_MAX = 10;',
      replace: 'AUTO_METADATA_PHONES_MAX = 11;',
    },
  },
  {
    section: '8',
    rule: 'At most 5 names of each kind.',
    proof: {
      file: 'consent-facts',
      title: '8: autoMetadata keeps 10 phones, 5 names, and cuts titles, actions and URL values',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'AUTO_METADATA_NAMES_MAX = 5;',
      replace: 'AUTO_METADATA_NAMES_MAX = 6;',
    },
  },
  {
    section: '8',
    rule: 'pageTitle is cut at 200 characters.',
    proof: {
      file: 'consent-facts',
      title: '8: autoMetadata keeps 10 phones, 5 names, and cuts titles, actions and URL values',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'PAGE_TITLE_MAX_CHARS = 200;',
      replace: 'PAGE_TITLE_MAX_CHARS = 201;',
    },
  },
  {
    section: '8',
    rule: 'formAction is cut at 500 characters.',
    proof: {
      file: 'consent-facts',
      title: '8: autoMetadata keeps 10 phones, 5 names, and cuts titles, actions and URL values',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'FORM_ACTION_MAX_CHARS = 500;',
      replace: 'FORM_ACTION_MAX_CHARS = 501;',
    },
  },
  {
    section: '8',
    rule: 'Values from the URL are cut at 200 characters.',
    proof: {
      file: 'consent-facts',
      title: '8: autoMetadata keeps 10 phones, 5 names, and cuts titles, actions and URL values',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'URL_DERIVED_VALUE_MAX_CHARS = 200;',
      replace: 'URL_DERIVED_VALUE_MAX_CHARS = 201;',
    },
  },
  {
    section: '8',
    rule: 'autoMetadata is at most 4,000 characters serialised.',
    proof: {
      file: 'consent-facts',
      title: '8: autoMetadata never exceeds 4,000 characters serialised',
    },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'AUTO_METADATA_MAX_CHARS = 4000;',
      replace: 'AUTO_METADATA_MAX_CHARS = 8000;',
    },
  },
  {
    section: '2.3',
    rule: 'autoMetadata is absent where nothing was found.',
    proof: { file: 'consent-facts', title: '2.3: autoMetadata is absent when nothing was found' },
    mutation: {
      file: 'mock/capture/auto-metadata.ts',
      find: 'found.length === 0 ? undefined : ',
      replace: '',
    },
  },
  {
    section: '8',
    rule: 'Custom data over 16 KB is refused.',
    proof: { file: 'consent-facts', title: '8: custom data over 16 KB is refused at the capture' },
    mutation: {
      file: 'src/contract/limits.ts',
      find: 'CUSTOM_METADATA_MAX_BYTES = 16 * 1024;',
      replace: 'CUSTOM_METADATA_MAX_BYTES = 16 * 1024 + 1;',
    },
  },
  {
    section: '8',
    rule: 'A key of autoMetadata has at most 100 characters.',
    unprovable:
      'the keys are the thirteen names of spec §2.3, of which the longest has 11 characters, so no page can break the bound',
  },
];
