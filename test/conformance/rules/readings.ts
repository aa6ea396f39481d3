import type { Rule } from '../rule.ts';

export const readingsRules: readonly Rule[] = [
  {
    section: '2.7',
    rule: 'unicodeForm NFKC: full-width letters are plain ones.',
    proof: {
      file: 'readings',
      title: '2.7: full-width letters are plain ones (unicodeForm: NFKC)',
    },
    mutation: {
      file: 'src/acceptance/match-text.ts',
      find: 'text.normalize(form)',
      replace: "text.normalize('NFC')",
    },
  },
  {
    section: '2.3',
    rule: 'missingMechanism unavailable: without consentMechanism consent cannot be judged.',
    proof: {
      file: 'readings',
      title:
        '2.3: without consentMechanism the consent is unavailable (missingMechanism: unavailable)',
    },
    mutation: {
      file: 'src/acceptance/consent-rule.ts',
      find: "if (consentMechanism === undefined && missingMechanism === 'unavailable') return 'unavailable';",
      replace: '',
    },
  },
  {
    section: '7.1',
    rule: 'detailsUnavailable once: the first rule reports for all.',
    proof: {
      file: 'readings',
      title:
        '7.1: without facts the first requested rule reports for all (detailsUnavailable: once)',
    },
    mutation: {
      file: 'src/acceptance/judge-disclosure.ts',
      find: "readings.detailsUnavailable === 'once' ? reportOnce(failures) : failures",
      replace: 'failures',
    },
  },
  {
    section: '2.7',
    rule: 'phoneGrammar lenient: an extension is dropped.',
    proof: {
      file: 'readings',
      title: '2.7: an extension is dropped and the number matches (phoneGrammar: lenient)',
    },
    mutation: {
      file: 'src/acceptance/normalize-phone.ts',
      find: ".replace(TRAILING_WORDS, '')",
      replace: '',
    },
  },
  {
    section: '2.7',
    rule: 'phoneGrammar digits: all that is no digit is dropped.',
    proof: {
      file: 'readings',
      title: '2.7: words before the number are dropped and its digits match (phoneGrammar: digits)',
    },
    mutation: {
      file: 'src/acceptance/normalize-phone.ts',
      find: "text.replace(/[^0-9]/g, '')",
      replace: 'text',
    },
  },
  {
    section: '4.2 rule 4',
    rule: 'pageFill short: pages are short or empty, and the walk finds all.',
    proof: {
      file: 'readings',
      title:
        '4.2 rule 4: pages may be short, even empty, and the walk still finds every record (pageFill: short)',
    },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: "if (readings.pageFill === 'short') return shortPage(list, pageSize);",
      replace: '',
    },
  },
  {
    section: '4.2 rule 3',
    rule: 'metadataOrder shuffled: matches come in no order.',
    proof: {
      file: 'readings',
      title:
        '4.2 rule 3: matches come in no order, the same on every walk, each once (metadataOrder: shuffled)',
    },
    mutation: {
      file: 'mock/rules/list-page.ts',
      find: '.sort((a, b) => a.place - b.place || (a.cdrId < b.cdrId ? -1 : 1));',
      replace: ';',
    },
  },
  {
    section: '4.2',
    rule: 'domainNotHeld notFound: a domain that is not held is 404.',
    proof: {
      file: 'readings',
      title:
        '4.2: a domain that is not held is 404, a held one without records is not (domainNotHeld: notFound)',
    },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: "if (engine.readings.domainNotHeld === 'empty') return;",
      replace: "if (domainId !== '') return;",
    },
  },
  {
    section: '4.2',
    rule: 'emptyMetadataKey invalid: an empty key is 400.',
    proof: {
      file: 'readings',
      title: '4.2: an empty metadataKey is 400 (emptyMetadataKey: invalid)',
    },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: "(key === '' && readings.emptyMetadataKey === 'absent')",
      replace: "key === ''",
    },
  },
  {
    section: '4.2',
    rule: 'metadataMaxKeyLength bounds the keys that are asked for.',
    proof: { file: 'readings', title: '4.2: a longer key is 400 (metadataMaxKeyLength: 2)' },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: 'if (key.length > readings.metadataMaxKeyLength) {',
      replace: 'if (key.length > 100) {',
    },
  },
  {
    section: '4.2',
    rule: 'metadataMaxValueLength bounds the values that are asked for.',
    proof: { file: 'readings', title: '4.2: a longer value is 400 (metadataMaxValueLength: 2)' },
    mutation: {
      file: 'mock/operations/list-cdrs.ts',
      find: 'if (value.length > readings.metadataMaxValueLength) {',
      replace: 'if (value.length > 1000) {',
    },
  },
  {
    section: '2.3',
    rule: 'deadDownloadStatus: a dead downloadUrl answers that status.',
    proof: { file: 'readings', title: '2.3: a dead downloadUrl is 410 (deadDownloadStatus: 410)' },
    mutation: {
      file: 'mock/http/evidence.ts',
      find: 'textReply(deadDownloadStatus,',
      replace: 'textReply(deadDownloadStatus && 403,',
    },
  },
  {
    section: '4.6',
    rule: 'collectFalse defer: the record lands uncharged.',
    proof: {
      file: 'readings',
      title:
        '4.6: collect: false lands uncharged without access, and a later true on the token changes nothing (collectFalse: defer)',
    },
    mutation: {
      file: 'mock/operations/receive-share.ts',
      find: 'const charged =\n    collect &&\n    chargeOnce(',
      replace: 'const charged =\n    chargeOnce(',
    },
  },
];
