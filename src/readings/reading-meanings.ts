import type { ReadingName, Readings } from './readings.ts';

/** What a reading is about, and what a client sees with each of its values. */
export interface ReadingMeaning {
  /** The section of the specification that leaves it open. */
  readonly section: string;
  readonly meaning: string;
  /** The effect of each value; `null` if the value is a number in a range. */
  readonly effects: Readonly<Record<string, string>> | null;
}

type Meanings = {
  readonly [Name in ReadingName]: ReadingMeaning & {
    readonly effects: number extends Readings[Name]
      ? null
      : { readonly [Value in `${Readings[Name]}`]: string };
  };
};

/** Every reading in words. */
export const READING_MEANINGS: Meanings = {
  collectFalse: {
    section: '4.6',
    meaning: 'A receive with collect: false',
    effects: {
      refuse: 'Returns 400 COLLECT_REQUIRED.',
      defer:
        'Receives the record without a charge; it can be downloaded if the sender passed on access.',
    },
  },
  shareUrl: {
    section: '2.5',
    meaning: 'The form of shareUrl on the wire',
    effects: { absolute: 'An absolute URL.', path: 'Only the path, as in an older form.' },
  },
  pageFill: {
    section: '4.2',
    meaning: 'How many records a page of a list has',
    effects: {
      full: 'As many as requested, while there are more.',
      short: 'Fewer, sometimes none, but with a nextPageToken while there are more.',
    },
  },
  metadataOrder: {
    section: '4.2',
    meaning: 'The order of a list that is filtered by metadata',
    effects: {
      createdAt: 'Newest first.',
      shuffled: 'Arbitrary, but the same on every page.',
    },
  },
  unicodeForm: {
    section: '2.7',
    meaning: 'Whether full-width letters and ligatures match plain ones in text rules',
    effects: { NFC: 'They do not.', NFKC: 'They do.' },
  },
  finalSigma: {
    section: '2.7',
    meaning: 'How a capital sigma becomes lower case in text rules',
    effects: {
      contextual: 'As ς at the end of a word, and σ elsewhere.',
      plain: 'Always as σ, so a word that a phrase ends with ς is not found.',
    },
  },
  missingMechanism: {
    section: '2.3',
    meaning: 'requireEveryDisclosureConsented where consentMechanism is missing',
    effects: {
      booleans: 'Is evaluated by the checkbox.',
      unavailable: 'Is refused as unavailable.',
    },
  },
  detailsUnavailable: {
    section: '7.1',
    meaning: 'How a record without consent facts is refused',
    effects: {
      perRule: 'With one failure for each requested rule.',
      once: 'With a single failure, for the first rule.',
    },
  },
  alreadyReceivedInvalid: {
    section: '4.6',
    meaning: 'A repeated receive of a record that has become invalid',
    effects: { success: 'Returns alreadyClaimed: true.', invalid: 'Returns 410 CDR_INVALID.' },
  },
  sharePending: {
    section: '4.5',
    meaning: 'Sharing a record that is not rendered yet',
    effects: {
      notFound: 'Returns 404.',
      allowed:
        'Returns a token; receiving it returns 202 CDR_PENDING until the record is rendered.',
    },
  },
  domainNotHeld: {
    section: '4.2',
    meaning: 'Listing a domain on which the caller holds nothing',
    effects: { empty: 'Returns 200 without records.', notFound: 'Returns 404.' },
  },
  senderPass: {
    section: '3, 4.6',
    meaning: 'A sender who may download the record but never paid for it',
    effects: {
      access: 'Passes on the access: the receiver is not charged.',
      paid: 'Does not: the receiver is charged.',
    },
  },
  devModeExpired: {
    section: '4.6',
    meaning: 'A Dev Mode token that has expired',
    effects: { devMode: 'Returns 409 CDR_DEV_MODE.', gone: 'Returns 410 GONE.' },
  },
  collectOrder: {
    section: '4.4',
    meaning: 'Collecting a Dev Mode record without billing',
    effects: {
      devModeFirst: 'Returns 409 CDR_DEV_MODE.',
      billingFirst: 'Returns 403 PASSTHROUGH_ORG_CANNOT_COLLECT.',
    },
  },
  phoneGrammar: {
    section: '2.7',
    meaning: "A lead's phone with an extension, words or full-width digits",
    effects: {
      strict: 'Returns 400.',
      lenient:
        'A trailing extension or words are dropped, digits become 0-9, and the number is compared.',
      digits:
        'Everything but 0-9 is dropped; the number is compared if ten digits are left, or 1 and ten.',
    },
  },
  emptyMetadataKey: {
    section: '4.2',
    meaning: 'An empty metadataKey',
    effects: { absent: 'Is treated as absent.', invalid: 'Returns 400.' },
  },
  deadDownloadStatus: {
    section: '2.3',
    meaning: 'The status of a downloadUrl after its 300 seconds',
    effects: { 403: 'Forbidden, without an envelope.', 410: 'Gone, without an envelope.' },
  },
  webhookBackoff: {
    section: '6.3',
    meaning: 'The gaps between the five attempts of a delivery',
    effects: {
      double: '30, 60, 120 and 240 seconds.',
      spread: '30, 81, 221 and 600 seconds.',
    },
  },
  webhookHeaderId: {
    section: '6.2',
    meaning: 'X-SVC-Webhook-Id, compared with the webhookId of the body',
    effects: { same: 'Is the same.', perAttempt: 'Is different for each attempt.' },
  },
  devModeEvent: {
    section: '6',
    meaning: 'Whether a Dev Mode capture sends cdr.completed',
    effects: { sent: 'It does, without a downloadUrl.', none: 'It does not.' },
  },
  webhookBody: {
    section: '6.1',
    meaning: 'The body of a repeated delivery',
    effects: {
      rebuilt: 'Is created again, with its own timestamp and downloadUrl.',
      frozen: 'Is the first body again; its link may have expired.',
    },
  },
  autoCollectFlags: {
    section: '1, 3',
    meaning: 'Which flags of the organization decide whether a capture is collected automatically',
    effects: {
      atCompletion: 'The flags at the time when rendering finishes.',
      atUpload: 'The flags at the time of the capture, even if they change before it is rendered.',
    },
  },
  senderJudged: {
    section: '4.6',
    meaning: 'When the access that a sender passes on is determined',
    effects: {
      atReceive: 'When the record is received: a collect by the sender in the meantime counts.',
      atShare:
        'When the token is created: a later collect does not count, and a token of autoShare, created before the record is collected, never passes on access.',
    },
  },
  collectRepeated: {
    section: '3, 4.4',
    meaning: 'A repeated collect by an organization that no longer has billing',
    effects: {
      billingFirst: 'Returns 403 PASSTHROUGH_ORG_CANNOT_COLLECT.',
      success: 'Returns alreadyCollected: true.',
    },
  },
  collectFalseOrder: {
    section: '4.6',
    meaning: 'When a receive checks for COLLECT_REQUIRED',
    effects: {
      first: 'Before any check of the token.',
      afterEarlyReturn:
        'After those of the token: an unknown one returns 404, an already received one alreadyClaimed: true.',
    },
  },
  receiveBillingOrder: {
    section: '4.6',
    meaning: 'Receiving without billing a record that could not be received anyway',
    effects: {
      beforeRecord: 'Returns 403 PASSTHROUGH_ORG_CANNOT_CLAIM.',
      afterRecord: "Returns the record's own refusal: 404, 409, 410, 202 or 422.",
    },
  },
  emptyMetadataValue: {
    section: '4.2',
    meaning: 'A metadataKey with a metadataValue that is empty or only white space',
    effects: { invalid: 'Returns 400.', empty: 'Finds the records whose value is empty.' },
  },
  eventAfterInvalid: {
    section: '6, 7',
    meaning: 'An event that is still due when its record is invalidated',
    effects: { none: 'Is no longer sent.', sent: 'Is sent, and retried as usual.' },
  },
  shareConflict: {
    section: '4.5, 7',
    meaning: 'Sharing a record whose identifier another record also has',
    effects: {
      first: 'Returns 409 CONFLICT, whatever else is wrong with the record.',
      last: 'Returns 409 CONFLICT if nothing else is wrong with the record.',
      none: 'Returns a token; receiving it returns 409 CONFLICT.',
    },
  },
  listTies: {
    section: '4.2',
    meaning: 'The order of records with the same createdAt',
    effects: {
      cdrId: 'By cdrId; descending is the exact reverse of ascending.',
      shuffled: 'Arbitrary, but the same on every page.',
    },
  },
  eventOnReceive: {
    section: '6.3',
    meaning: 'Whether the first receive through a token sends cdr.completed to the receiver',
    effects: { none: 'It does not.', sent: 'It does, if the receiver has a webhook.' },
  },
  repeatedReceiveBilling: {
    section: '4.6, 7',
    meaning: 'A repeated receive by an organization that no longer has billing',
    effects: {
      success: 'Returns alreadyClaimed: true.',
      billingFirst: 'Returns 403 PASSTHROUGH_ORG_CANNOT_CLAIM.',
    },
  },
  repeatedReceiveConflict: {
    section: '4.6, 7',
    meaning: 'A repeated receive of a record whose identifier another record also has',
    effects: { success: 'Returns alreadyClaimed: true.', conflict: 'Returns 409 CONFLICT.' },
  },
  repeatedReceiveCriteria: {
    section: '4.6',
    meaning: 'A repeated receive with malformed criteria',
    effects: { invalid: 'Returns 400.', ignored: 'Returns alreadyClaimed: true.' },
  },
  redirectToken: {
    section: '4.7, 7',
    meaning: 'A person opens the link of an unknown or expired token',
    effects: {
      any: 'Returns 302, as for any other token.',
      checked: 'Returns 404 for an unknown token, and 410 for an expired one.',
    },
  },
  malformedPath: {
    section: '7',
    meaning: 'A path whose identifier has malformed percent-encoding',
    effects: { notFound: 'Returns 404.', invalid: 'Returns 400.' },
  },
  shareBody: {
    section: '4.5',
    meaning: 'The body of a share that is not as documented',
    effects: {
      object: 'Unknown members are ignored; a body that is not a JSON object returns 400.',
      lenient: 'Unknown members are ignored; a body that is not a JSON object counts as none.',
      strict: 'An unknown member returns 400, and so does a body that is not a JSON object.',
    },
  },
  emptyPageToken: {
    section: '4.2',
    meaning: 'An empty pageToken',
    effects: { absent: 'Is treated as absent.', invalid: 'Returns 400.' },
  },
  pageTokenNotHeld: {
    section: '4.2',
    meaning: 'A pageToken of a record on the domain that the caller does not hold',
    effects: { invalid: 'Returns 400.', allowed: 'Continues after the place of that record.' },
  },
  repeatedParameter: {
    section: '4.2',
    meaning: 'A query parameter that is sent twice',
    effects: { first: 'The first one counts.', last: 'The last one counts.' },
  },
  metadataKeyCase: {
    section: '4.2',
    meaning: 'A metadataKey in another letter case than the record has it',
    effects: { exact: 'Finds nothing.', folded: 'Finds the record.' },
  },
  revocationDelayMs: {
    section: '5.5',
    meaning: 'How many milliseconds a revoked key, or access that was switched off, still works',
    effects: null,
  },
  metadataMaxKeyLength: {
    section: '4.2',
    meaning: 'The longest metadata key that is indexed; filtering by a longer one is 400',
    effects: null,
  },
  metadataMaxValueLength: {
    section: '4.2',
    meaning: 'The longest metadata value that is indexed; filtering by a longer one is 400',
    effects: null,
  },
};
