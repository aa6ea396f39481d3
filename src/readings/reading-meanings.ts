import type { ReadingName, Readings } from './readings.ts';

/** What a reading is about, and what a client sees under each of its values. */
export interface ReadingMeaning {
  /** The section of the specification that leaves it open. */
  readonly section: string;
  readonly meaning: string;
  /** By value; `null` where the value is a number of a range. */
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
      refuse: 'Is 400 COLLECT_REQUIRED.',
      defer:
        "Lands the record without a charge; it can be downloaded where the sender's access passed on.",
    },
  },
  shareUrl: {
    section: '2.5',
    meaning: 'The form of shareUrl on the wire',
    effects: { absolute: 'A whole address.', path: 'The path alone, as an older form had it.' },
  },
  pageFill: {
    section: '4.2',
    meaning: 'How many records a page of a list holds',
    effects: {
      full: 'As many as were asked for, while there are more.',
      short: 'Fewer, sometimes none, and still with a nextPageToken while more follow.',
    },
  },
  metadataOrder: {
    section: '4.2',
    meaning: 'The order of a list that is filtered by metadata',
    effects: {
      createdAt: 'Newest first.',
      shuffled: 'One that means nothing, but is the same on every page.',
    },
  },
  unicodeForm: {
    section: '2.7',
    meaning: 'Whether full-width letters and ligatures match plain ones in text rules',
    effects: { NFC: 'They do not.', NFKC: 'They do.' },
  },
  missingMechanism: {
    section: '2.3',
    meaning: 'requireEveryDisclosureConsented where consentMechanism is missing',
    effects: {
      booleans: 'Is judged by the checkbox.',
      unavailable: 'Is refused as unavailable.',
    },
  },
  detailsUnavailable: {
    section: '7.1',
    meaning: 'How a record without consent facts is refused',
    effects: {
      perRule: 'With one failure for each rule that was asked for.',
      once: 'With one failure in all, by the first rule.',
    },
  },
  alreadyReceivedInvalid: {
    section: '4.6',
    meaning: 'A repeated receive of a record that has turned invalid',
    effects: { success: 'Answers alreadyClaimed: true.', invalid: 'Answers 410 CDR_INVALID.' },
  },
  sharePending: {
    section: '4.5',
    meaning: 'Sharing a record that is not rendered yet',
    effects: {
      notFound: 'Is 404.',
      allowed: 'Gives a token, whose receives are 202 CDR_PENDING until it is rendered.',
    },
  },
  domainNotHeld: {
    section: '4.2',
    meaning: 'Listing a domain on which the caller holds nothing',
    effects: { empty: 'Is 200 without records.', notFound: 'Is 404.' },
  },
  senderPass: {
    section: '3, 4.6',
    meaning: 'A sender who may download the record but never paid for it',
    effects: {
      access: 'Passes the access on: the receiver is not charged.',
      paid: 'Does not: the receiver is charged.',
    },
  },
  devModeExpired: {
    section: '4.6',
    meaning: 'A Dev Mode token that has expired',
    effects: { devMode: 'Is 409 CDR_DEV_MODE.', gone: 'Is 410 GONE.' },
  },
  collectOrder: {
    section: '4.4',
    meaning: 'Collecting a Dev Mode record without billing',
    effects: {
      devModeFirst: 'Is 409 CDR_DEV_MODE.',
      billingFirst: 'Is 403 PASSTHROUGH_ORG_CANNOT_COLLECT.',
    },
  },
  phoneGrammar: {
    section: '2.7',
    meaning: "A lead's phone with an extension, words or full-width digits",
    effects: {
      strict: 'Is 400.',
      lenient: 'Has what trails dropped and the digits made plain, and is compared.',
      digits: 'Has all but its digits 0-9 dropped, and is compared if ten are left, or 1 and ten.',
    },
  },
  emptyMetadataKey: {
    section: '4.2',
    meaning: 'An empty metadataKey',
    effects: { absent: 'Is as good as none.', invalid: 'Is 400.' },
  },
  deadDownloadStatus: {
    section: '2.3',
    meaning: 'The status of a downloadUrl past its 300 seconds',
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
    meaning: 'X-SVC-Webhook-Id beside the webhookId of the body',
    effects: { same: 'Equals it.', perAttempt: 'Differs with each attempt.' },
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
      rebuilt: 'Is made anew, with a timestamp and a downloadUrl of its own.',
      frozen: 'Is the first one again, its link perhaps dead by then.',
    },
  },
  autoCollectFlags: {
    section: '1, 3',
    meaning: 'Which flags of the organization decide whether a capture is collected by itself',
    effects: {
      atCompletion: 'Those of the moment when its rendering finishes.',
      atUpload: 'Those of the moment when it is captured, whatever changes before it is rendered.',
    },
  },
  senderJudged: {
    section: '4.6',
    meaning: 'When the access that a sender passes on is judged',
    effects: {
      atReceive: 'When the record is received: what the sender collected meanwhile counts.',
      atShare:
        'When the token is made: a later collect passes nothing on through it, and a token of autoShare, made before the record is collected, passes nothing on at all.',
    },
  },
  collectRepeated: {
    section: '3, 4.4',
    meaning: 'A repeated collect by an organization that has no billing any more',
    effects: {
      billingFirst: 'Is 403 PASSTHROUGH_ORG_CANNOT_COLLECT.',
      success: 'Answers alreadyCollected: true.',
    },
  },
  collectFalseOrder: {
    section: '4.6',
    meaning: 'Where COLLECT_REQUIRED stands among the checks of a receive',
    effects: {
      first: 'Before any check of the token.',
      afterEarlyReturn:
        'Behind those of the token: an unknown one is 404, and one that was received through is alreadyClaimed: true.',
    },
  },
  receiveBillingOrder: {
    section: '4.6',
    meaning: 'Receiving without billing what could not be received anyway',
    effects: {
      beforeRecord: 'Is 403 PASSTHROUGH_ORG_CANNOT_CLAIM.',
      afterRecord: "Is the record's own refusal: 404, 409, 410, 202 or 422.",
    },
  },
  emptyMetadataValue: {
    section: '4.2',
    meaning: 'An empty metadataValue, or one of white space alone, beside a metadataKey',
    effects: { invalid: 'Is 400.', empty: 'Finds the records whose value is empty.' },
  },
  eventAfterInvalid: {
    section: '6, 7',
    meaning: 'An event that is still due when its record is invalidated',
    effects: { none: 'Is not sent any more.', sent: 'Is sent, as often as it takes.' },
  },
  shareConflict: {
    section: '4.5, 7',
    meaning: 'Sharing a record whose identifier another one carries too',
    effects: {
      first: 'Is 409 CONFLICT, whatever else is wrong with the record.',
      last: 'Is 409 CONFLICT where nothing else is wrong with the record.',
      none: 'Gives a token, whose receives are 409 CONFLICT.',
    },
  },
  listTies: {
    section: '4.2',
    meaning: 'The order of records with the same createdAt',
    effects: {
      cdrId: 'By cdrId; descending is the exact reverse of ascending.',
      shuffled: 'One that means nothing, but is the same on every page.',
    },
  },
  revocationDelayMs: {
    section: '5.5',
    meaning: 'Milliseconds for which a revoked key, and an access switched off, go on working',
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
