export interface paths {
    "/v1/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List domains
         * @description Lists the domains that the organization has records on, sorted. A domain appears as soon as a capture is uploaded, slightly before its first record can be read, so a domain may have no records yet. (spec §4.1)
         */
        get: operations["listDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/domains/{domainId}/cdrs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Page through records on a domain
         * @description Lists the records on one domain, newest first unless `order` says otherwise. Follow `nextPageToken` until it is absent: a page may hold fewer records than `pageSize`, or none, and still not be the last. Invalid records are left out. With `metadataKey` the order is unspecified; sort by `createdAt` yourself. (spec §4.2)
         */
        get: operations["listCdrs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cdrs/{cdrId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One record in full
         * @description Returns one record that the organization captured or received. Download the evidence image from `downloadUrl` right away: it expires. A record that is not rendered yet is 404, as one of another organization is. (spec §4.3)
         */
        get: operations["getCdr"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cdrs/{cdrId}/collect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay for a record and get download access
         * @description Pays for a record and gives the organization download access. Billable, but never twice for the same record: repeating the call is safe. A Dev Mode record cannot be collected. (spec §4.4)
         */
        post: operations["collectCdr"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cdrs/{cdrId}/share": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a share token
         * @description Creates a share token for a record that the organization holds, collected or not. Nothing is charged. Every call creates another token, and the earlier ones stay valid. Anyone with the token and the key of another organization can receive the record until it expires. (spec §4.5)
         */
        post: operations["shareCdr"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shares/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Redirect a person to the dashboard
         * @description Redirects a person’s browser to the dashboard, where the person signs in and receives the record. It takes no API key, charges nothing and answers without JSON. A program receives a share with `POST` instead. (spec §4.7)
         */
        get: operations["openShare"];
        put?: never;
        /**
         * Receive a shared record
         * @description Receives a shared record into the organization’s account, if it meets the criteria in `acceptance`. Billable, unless the sender already paid or the organization can already download the record; never twice. Criteria are evaluated before anything is written: a refused record (422) is neither saved nor charged, and the token stays usable. 202 `CDR_PENDING` is a failure with a 2xx status: the record is not rendered yet, so repeat the call after `Retry-After` seconds. If `alreadyClaimed` is true, the criteria were not evaluated. (spec §4.6)
         */
        post: operations["receiveShare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shares/{token}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a shared record, by its older path
         * @description Receives a shared record into the organization’s account, if it meets the criteria in `acceptance`. Billable, unless the sender already paid or the organization can already download the record; never twice. Criteria are evaluated before anything is written: a refused record (422) is neither saved nor charged, and the token stays usable. 202 `CDR_PENDING` is a failure with a 2xx status: the record is not rendered yet, so repeat the call after `Retry-After` seconds. If `alreadyClaimed` is true, the criteria were not evaluated. (spec §4.6)
         */
        post: operations["receiveShareByOlderPath"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "cdr.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A record is fully processed and its image is ready
         * @description Sent to the URL that is configured in the dashboard. Up to 5 attempts of 20 seconds each; respond first and work later. Verify the signature over the raw body, and de-duplicate by `webhookId` (spec §6).
         */
        post: operations["cdrCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description One Certified Digital Record in full (spec §2.3). */
        Cdr: {
            /** @description The record's identifier: what to store (spec §2.3). */
            cdrId: string;
            /** @description The base domain that the record is filed under: the value to pass to `listCdrs` (spec §2.3). */
            domainId: string;
            /** @description The domain recorded at capture. Do not pass it to `listCdrs` (spec §2.3). */
            domain: string;
            /** @description Unix milliseconds: when processing finished. `order` sorts by it; age is measured from it (spec §2.3). */
            createdAt: number;
            /** @description MIME type of the evidence image (spec §2.3). */
            contentType: string;
            /** @description Size of the evidence image in bytes (spec §2.3). */
            size: number;
            /** @description Exactly what the capturer passed. Treat it as data from a web page (spec §2.3). */
            customMetadata?: {
                [key: string]: unknown;
            };
            /** @description What the service derived from the page. Present only if something was found (spec §2.3). */
            autoMetadata?: components["schemas"]["AutoMetadata"];
            /** @description The capture session (spec §2.3). */
            sessionId?: string;
            /** @description Present only if the package groups more than one record (spec §2.3). */
            packageId?: string;
            /** @description The sub-groups of the record (spec §2.3). */
            subGroupIds?: string[];
            /** @description Unix milliseconds: when the account's webhook acknowledged the record. Absent: it did not (spec §2.3). */
            webhookSuccessfullySentAt?: number;
            /** @description The name of the requesting organization, not of the producer (spec §2.3). */
            organizationName: string;
            /** @description Unix milliseconds on the visitor's device. Usually, but not always, before `createdAt` (spec §2.3). */
            capturedAt: number;
            /** @description The URL of the captured page, including its query (spec §2.3). */
            pageUrl?: string;
            /** @description IANA time zone (spec §2.3). */
            clientTimezone?: string;
            /** @description How long the page was open before the submission, in milliseconds (spec §2.3). */
            timeOnPageMs?: number;
            /** @description Absent if it could not be recorded (spec §2.3). */
            signerTelemetry?: components["schemas"]["SignerTelemetry"];
            /** @description Absent if no submission was detected (spec §2.3). */
            detectedDisclosureDetails?: components["schemas"]["DetectedDisclosureDetails"];
            /** @description What the integration declared; see DeclaredDisclosure (spec §2.3). */
            disclosures?: components["schemas"]["DeclaredDisclosure"][];
            /** @description `true` if the record reached the account through a share (spec §2.3). */
            guest?: boolean;
            /** @description The organization that captured the record. Sharing it again does not change this (spec §2.3). */
            producerOrgId?: string;
            /** @description Whether the requesting organization has download access (spec §2.3). */
            collected: boolean;
            /** @description Expires 300 seconds after this response. Store `cdrId` instead (spec §2.3). */
            downloadUrl?: string;
            /**
             * @description `true` for a Dev Mode capture; absent for production records (spec §2.3).
             * @enum {boolean}
             */
            devMode?: true;
        };
        /** @description One entry of a list: a subset of the record (spec §2.4). */
        CdrListEntry: {
            /** @description The record's identifier: what to store (spec §2.4). */
            cdrId: string;
            /** @description The base domain that the record is filed under: the value to pass to `listCdrs` (spec §2.4). */
            domainId: string;
            /** @description The domain recorded at capture. Do not pass it to `listCdrs` (spec §2.4). */
            domain: string;
            /** @description Unix milliseconds: when processing finished. `order` sorts by it; age is measured from it (spec §2.4). */
            createdAt: number;
            /** @description MIME type of the evidence image (spec §2.4). */
            contentType: string;
            /** @description Size of the evidence image in bytes (spec §2.4). */
            size: number;
            /** @description Exactly what the capturer passed. Treat it as data from a web page (spec §2.4). */
            customMetadata?: {
                [key: string]: unknown;
            };
            /** @description What the service derived from the page. Present only if something was found (spec §2.4). */
            autoMetadata?: components["schemas"]["AutoMetadata"];
            /** @description The capture session (spec §2.4). */
            sessionId?: string;
            /** @description Present only if the package groups more than one record (spec §2.4). */
            packageId?: string;
            /** @description The sub-groups of the record (spec §2.4). */
            subGroupIds?: string[];
            /** @description Unix milliseconds: when the account's webhook acknowledged the record. Absent: it did not (spec §2.4). */
            webhookSuccessfullySentAt?: number;
            /** @description Whether the requesting organization has download access (spec §2.4). */
            collected: boolean;
            /** @description Expires 300 seconds after this response. Store `cdrId` instead (spec §2.4). */
            downloadUrl?: string;
            /**
             * @description `true` for a Dev Mode capture; absent for production records (spec §2.4).
             * @enum {boolean}
             */
            devMode?: true;
        };
        /** @description What was derived from the captured page (spec §2.3). A member is present only if it was found. */
        AutoMetadata: {
            /** @description Sorted, in `+1` form. Includes numbers from the page's text, so not proof of a lead's number (spec §2.3). */
            phones?: string[];
            /** @description Sorted, at most 5, from form fields identified as first names (spec §2.3). */
            firstNames?: string[];
            /** @description Sorted, at most 5, from form fields identified as last names (spec §2.3). */
            lastNames?: string[];
            /** @description Cut at 200 characters (spec §2.3). */
            pageTitle?: string;
            /** @description Where the form is submitted, cut at 500 characters (spec §2.3). */
            formAction?: string;
            /** @description From the page URL's query, cut at 200 characters (spec §2.3). */
            utmSource?: string;
            /** @description From the page URL's query, cut at 200 characters (spec §2.3). */
            utmMedium?: string;
            /** @description From the page URL's query, cut at 200 characters (spec §2.3). */
            utmCampaign?: string;
            /** @description From the page URL's query, cut at 200 characters (spec §2.3). */
            utmTerm?: string;
            /** @description From the page URL's query, cut at 200 characters (spec §2.3). */
            utmContent?: string;
            /** @description From the page URL's query, cut at 200 characters (spec §2.3). */
            gclid?: string;
            /** @description From the page URL's query, cut at 200 characters (spec §2.3). */
            fbclid?: string;
            /** @description From the page URL's query, cut at 200 characters (spec §2.3). */
            msclkid?: string;
        };
        /** @description What was recorded of the signer's connection (spec §2.3). */
        SignerTelemetry: {
            /** @description `null` if unknown (spec §2.3). */
            ip: string | null;
            /** @description `null` if unknown (spec §2.3). */
            userAgent: string | null;
            /** @description Every IP address in the forwarding chain (spec §2.3). */
            ipChain?: string[];
            /** @description The approximate location of the IP address (spec §2.3). */
            geo?: components["schemas"]["Geo"];
        };
        /** @description An approximate location derived from the signer's IP address (spec §2.3). Members may be absent. */
        Geo: {
            /** @description Usually two letters (spec §2.3). */
            countryCode?: string;
            /** @description State or province (spec §2.3). */
            region?: string;
            /** @description The name of the city (spec §2.3). */
            city?: string;
            /** @description In degrees (spec §2.3). */
            latitude?: number;
            /** @description In degrees (spec §2.3). */
            longitude?: number;
            /** @description In kilometres (spec §2.3). */
            accuracyRadiusKm?: number;
            /** @description The source of the location (spec §2.3). */
            source?: string;
        };
        /** @description The consent facts that the service derived at the moment of submission (spec §2.3). The object is absent if no submission was detected, which is the weakest evidence. The types of `submitNodeId`, `derivedAt` and `deriverVersion` are not documented. */
        DetectedDisclosureDetails: {
            /** @description Always `true`. Test for the object's presence instead (spec §2.3). */
            userSubmitted: boolean;
            /** @description The control that was pressed (spec §2.3). */
            submitNodeId?: unknown;
            /** @description When the facts were derived (spec §2.3). */
            derivedAt?: unknown;
            /** @description The version of the service's deriver (spec §2.3). */
            deriverVersion?: unknown;
            /** @description At most 50 (spec §2.3). */
            disclosures: components["schemas"]["DetectedDisclosure"][];
        };
        /** @description One disclosure that the service read from the page (spec §2.3). */
        DetectedDisclosure: {
            /** @description The value of the disclosure tag attribute, or a generated one (spec §2.3). */
            key: string;
            /** @description The language as shown, with white space collapsed, cut at 5,000 characters (spec §2.3). */
            text: string;
            /** @description Whether a readable consent checkbox was bound to it (spec §2.3). */
            checkboxDetected: boolean;
            /** @description Whether every readable bound checkbox was checked. Present only if `checkboxDetected` is `true` (spec §2.3). */
            checkboxAffirmed?: boolean;
            /** @description The first bound checkbox element (spec §2.3). */
            checkboxNodeId?: string;
            /** @description Prefer this to the booleans. Absent only on records derived before the field existed (spec §2.3). */
            consentMechanism?: ("checkbox" | "button_submission" | "none_detected") | string;
        };
        /** @description What the capturing integration declared (spec §2.3): a claim of the integration, not an attestation by the service. Acceptance criteria never read it. */
        DeclaredDisclosure: {
            /** @description The integration's name for it (spec §2.3). */
            key: string;
            /** @description At most 5,000 characters, markup stripped, white space normalized (spec §2.3). */
            language: string;
            /** @description Whether the integration says that the person agreed (spec §2.3). */
            agreed: boolean;
        };
        /** @description `error.details` of `422 CDR_ACCEPTANCE_FAILED` (spec §7.1). */
        AcceptanceFailedDetails: {
            /** @description Always `rejected` (spec §7.1). */
            outcome: "rejected" | string;
            /** @description Only the checks that were not met; one is enough to refuse (spec §7.1). */
            failures: components["schemas"]["AcceptanceFailure"][];
        };
        /** @description One unmet check (spec §7.1): exactly these three fields. New codes and statuses may appear. */
        AcceptanceFailure: {
            /** @description The dotted name of the built-in check (`disclosure.requirePresent`), or the text rule's id (spec §7.1). */
            ruleId: string;
            /** @description `failed`: the check ran; `unavailable`: the record lacks the data (spec §7.1). */
            status: ("failed" | "unavailable") | string;
            /** @description Why the check was not met (spec §7.1). */
            code: ("RECORD_TOO_OLD" | "DISCLOSURE_NOT_PRESENT" | "USER_SUBMISSION_NOT_DETECTED" | "CHECKBOX_NOT_PRESENT" | "CHECKBOX_NOT_AFFIRMED" | "CHECKBOX_AFFIRMATION_UNAVAILABLE" | "DISCLOSURE_CONSENT_NOT_ACCEPTED" | "REQUIRED_DISCLOSURE_TEXT_NOT_FOUND" | "FORBIDDEN_DISCLOSURE_TEXT_FOUND" | "LEAD_PHONE_NOT_MATCHED" | "LEAD_PHONE_MATCH_UNAVAILABLE" | "DISCLOSURE_DETAILS_UNAVAILABLE") | string;
        };
        /** @description `error.details` of a rejected acceptance object (spec §2.1). The members of an issue are not documented. */
        InvalidArgumentDetails: {
            /** @description One for each invalid field (spec §2.1). */
            issues: unknown[];
        };
        /** @description A record is fully processed and its image is ready (spec §6.1). Every field but `event`, `webhookId` and `cdrId` may be missing. For reliable data, use `getCdr`. */
        CdrCompletedEvent: {
            /**
             * @description Always `cdr.completed` (spec §6.1).
             * @enum {string}
             */
            event: "cdr.completed";
            /** @description The receiving organization (spec §6.1). */
            orgId?: string;
            /** @description The record. Read it with `getCdr` (spec §6.1). */
            cdrId: string;
            /** @description The base domain that the record is filed under (spec §6.1). */
            domainId?: string;
            /** @description The domain recorded at capture (spec §6.1). */
            domain?: string;
            /** @description Unix milliseconds (spec §6.1). */
            createdAt?: number;
            /** @description The signer's IP address, best effort (spec §6.1). */
            ip?: string | null;
            /** @description The signer's browser, best effort (spec §6.1). */
            userAgent?: string | null;
            /** @description Only if the record is collected. Expires 300 seconds after the attempt: fetch by `cdrId` (spec §6.1). */
            downloadUrl?: string;
            /** @description Exactly what the capturer passed. Treat it as data from a web page (spec §6.1). */
            customMetadata?: {
                [key: string]: unknown;
            };
            /** @description The entries' shape is not documented (spec §6.1). */
            disclosures?: unknown[];
            /** @description The capture session (spec §6.1). */
            sessionId?: string;
            /** @description The sub-groups of the record (spec §6.1). */
            subGroupIds?: string[];
            /** @description The package of the session's records (spec §6.1). */
            packageId?: string;
            /** @description Unique per event and the same for all its attempts. De-duplicate by this (spec §6.1). */
            webhookId: string;
            /** @description Unix milliseconds: when the event was sent (spec §6.1). */
            timestamp?: number;
        };
        /** @description What a buyer requires of a record before it is received and paid for (spec §2.7). Strict: a field that is not listed here is refused, at every depth. */
        AcceptanceCriteria: {
            /**
             * @description The number 1. The service has no default for it (spec §2.7).
             * @enum {number}
             */
            schemaVersion: 1;
            /** @description How old the record may be (spec §2.7). */
            record?: components["schemas"]["RecordCriteria"];
            /** @description What was shown, and how the person agreed (spec §2.7). */
            disclosure?: components["schemas"]["DisclosureCriteria"];
            /** @description The lead that the page's form data must match (spec §2.7). */
            leadMatch?: components["schemas"]["LeadMatchCriteria"];
        };
        /** @description Requirements about the record (spec §2.7). */
        RecordCriteria: {
            /** @description The maximum age in seconds, measured from the record's `createdAt`: a whole number from 1 to 157,680,000 (5 years). Every other duration in this API is in milliseconds (spec §2.7). */
            maxAgeSeconds?: number;
        };
        /** @description Requirements about what was shown and how the person agreed (spec §2.7). */
        DisclosureCriteria: {
            /** @description At least one disclosure was found (spec §2.7). */
            requirePresent?: boolean;
            /** @description A submission was observed (spec §2.7). */
            requireUserSubmission?: boolean;
            /** @description At least one disclosure had a readable bound consent checkbox (spec §2.7). */
            requireCheckboxPresent?: boolean;
            /** @description Every checkbox found was checked. A record without any checkbox is refused as `unavailable` (spec §2.7). */
            requireAllCheckboxesAffirmed?: boolean;
            /** @description Every disclosure was consented to by a checked checkbox (spec §2.7). */
            requireEveryDisclosureConsented?: boolean;
            /** @description Also accept the `button_submission` mechanism. Whenever this field is present, `false` included, `requireEveryDisclosureConsented` must be `true` (spec §2.7). */
            allowConsentBySubmission?: boolean;
            /** @description At most 20 rules for phrases that must be present (spec §2.7). */
            requiredText?: components["schemas"]["RequiredTextRule"][];
            /** @description At most 20 rules for phrases that must not be present (spec §2.7). */
            forbiddenText?: components["schemas"]["ForbiddenTextRule"][];
        };
        /** @description Requirement that the record's form data matches the lead (spec §2.7). */
        LeadMatchCriteria: {
            /** @description A 10-digit North American number, with an optional leading 1, in any common formatting: 1 to 40 characters (spec §2.7). */
            phone: string;
        };
        /** @description A phrase that the disclosure language must contain (spec §2.7). */
        RequiredTextRule: {
            /** @description 1 to 64 characters of `[A-Za-z0-9._-]`, unique across both rule lists. Must not begin with `record.`, `disclosure.` or `leadMatch.`. A refusal names the rule by this id (spec §2.7). */
            ruleId: string;
            /** @description 1 to 10 phrases of 1 to 5,000 characters after trimming; any one that matches counts (spec §2.7). */
            anyOf: string[];
            /**
             * @description How a phrase is compared. Default: `contains` (spec §2.7).
             * @enum {string}
             */
            match?: "contains" | "exact";
            /**
             * @description Which disclosures must match. Default: `any_disclosure`. Neither passes a record whose disclosure list is empty (spec §2.7).
             * @enum {string}
             */
            scope?: "any_disclosure" | "every_disclosure";
        };
        /** @description A phrase that the disclosure language must not contain (spec §2.7). */
        ForbiddenTextRule: {
            /** @description 1 to 64 characters of `[A-Za-z0-9._-]`, unique across both rule lists. Must not begin with `record.`, `disclosure.` or `leadMatch.`. A refusal names the rule by this id (spec §2.7). */
            ruleId: string;
            /** @description 1 to 10 phrases of 1 to 5,000 characters after trimming; any one that matches counts (spec §2.7). */
            anyOf: string[];
            /**
             * @description How a phrase is compared. Default: `contains` (spec §2.7).
             * @enum {string}
             */
            match?: "contains" | "exact";
        };
        /** @description A refusal (spec §7). */
        Failure: {
            /**
             * @description The only test of success, whatever the status (spec §2.1).
             * @enum {boolean}
             */
            ok: false;
            /** @description What was refused, and why (spec §2.1). */
            error: {
                /** @description Branch on it (spec §7). */
                code: ("CDR_PENDING" | "INVALID_ARGUMENT" | "COLLECT_REQUIRED" | "UNAUTHENTICATED" | "FORBIDDEN" | "API_ACCESS_DISABLED" | "PASSTHROUGH_ORG_CANNOT_COLLECT" | "PASSTHROUGH_ORG_CANNOT_CLAIM" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "CDR_DEV_MODE" | "CONFLICT" | "GONE" | "CDR_INVALID" | "FAILED_PRECONDITION" | "CDR_ACCEPTANCE_FAILED") | string;
                /** @description For people: unstable; do not parse it (spec §2.1). */
                message: string;
                /** @description Identifies the request; give it to support (spec §2.1). */
                requestId: string;
            };
        };
        /** @description A refusal (spec §7). */
        Failure202: {
            /**
             * @description The only test of success, whatever the status (spec §2.1).
             * @enum {boolean}
             */
            ok: false;
            /** @description What was refused, and why (spec §2.1). */
            error: {
                /**
                 * @description Branch on it (spec §7).
                 * @enum {string}
                 */
                code: "CDR_PENDING";
                /** @description For people: unstable; do not parse it (spec §2.1). */
                message: string;
                /** @description Identifies the request; give it to support (spec §2.1). */
                requestId: string;
            };
        };
        /** @description A refusal (spec §7). */
        Failure400: {
            /**
             * @description The only test of success, whatever the status (spec §2.1).
             * @enum {boolean}
             */
            ok: false;
            /** @description What was refused, and why (spec §2.1). */
            error: {
                /**
                 * @description Branch on it (spec §7).
                 * @enum {string}
                 */
                code: "INVALID_ARGUMENT" | "COLLECT_REQUIRED";
                /** @description For people: unstable; do not parse it (spec §2.1). */
                message: string;
                /** @description Identifies the request; give it to support (spec §2.1). */
                requestId: string;
                /** @description What was found wrong (spec §2.1). */
                details?: components["schemas"]["InvalidArgumentDetails"];
            };
        };
        /** @description A refusal (spec §7). */
        Failure401: {
            /**
             * @description The only test of success, whatever the status (spec §2.1).
             * @enum {boolean}
             */
            ok: false;
            /** @description What was refused, and why (spec §2.1). */
            error: {
                /**
                 * @description Branch on it (spec §7).
                 * @enum {string}
                 */
                code: "UNAUTHENTICATED";
                /** @description For people: unstable; do not parse it (spec §2.1). */
                message: string;
                /** @description Identifies the request; give it to support (spec §2.1). */
                requestId: string;
            };
        };
        /** @description A refusal (spec §7). */
        Failure403: {
            /**
             * @description The only test of success, whatever the status (spec §2.1).
             * @enum {boolean}
             */
            ok: false;
            /** @description What was refused, and why (spec §2.1). */
            error: {
                /**
                 * @description Branch on it (spec §7).
                 * @enum {string}
                 */
                code: "FORBIDDEN" | "API_ACCESS_DISABLED" | "PASSTHROUGH_ORG_CANNOT_COLLECT" | "PASSTHROUGH_ORG_CANNOT_CLAIM";
                /** @description For people: unstable; do not parse it (spec §2.1). */
                message: string;
                /** @description Identifies the request; give it to support (spec §2.1). */
                requestId: string;
            };
        };
        /** @description A refusal (spec §7). */
        Failure404: {
            /**
             * @description The only test of success, whatever the status (spec §2.1).
             * @enum {boolean}
             */
            ok: false;
            /** @description What was refused, and why (spec §2.1). */
            error: {
                /**
                 * @description Branch on it (spec §7).
                 * @enum {string}
                 */
                code: "NOT_FOUND";
                /** @description For people: unstable; do not parse it (spec §2.1). */
                message: string;
                /** @description Identifies the request; give it to support (spec §2.1). */
                requestId: string;
            };
        };
        /** @description A refusal (spec §7). */
        Failure409: {
            /**
             * @description The only test of success, whatever the status (spec §2.1).
             * @enum {boolean}
             */
            ok: false;
            /** @description What was refused, and why (spec §2.1). */
            error: {
                /**
                 * @description Branch on it (spec §7).
                 * @enum {string}
                 */
                code: "CDR_DEV_MODE" | "CONFLICT";
                /** @description For people: unstable; do not parse it (spec §2.1). */
                message: string;
                /** @description Identifies the request; give it to support (spec §2.1). */
                requestId: string;
            };
        };
        /** @description A refusal (spec §7). */
        Failure410: {
            /**
             * @description The only test of success, whatever the status (spec §2.1).
             * @enum {boolean}
             */
            ok: false;
            /** @description What was refused, and why (spec §2.1). */
            error: {
                /**
                 * @description Branch on it (spec §7).
                 * @enum {string}
                 */
                code: "GONE" | "CDR_INVALID";
                /** @description For people: unstable; do not parse it (spec §2.1). */
                message: string;
                /** @description Identifies the request; give it to support (spec §2.1). */
                requestId: string;
            };
        };
        /** @description A refusal (spec §7). */
        Failure422: {
            /**
             * @description The only test of success, whatever the status (spec §2.1).
             * @enum {boolean}
             */
            ok: false;
            /** @description What was refused, and why (spec §2.1). */
            error: {
                /**
                 * @description Branch on it (spec §7).
                 * @enum {string}
                 */
                code: "CDR_ACCEPTANCE_FAILED";
                /** @description For people: unstable; do not parse it (spec §2.1). */
                message: string;
                /** @description Identifies the request; give it to support (spec §2.1). */
                requestId: string;
                /** @description What was found wrong (spec §2.1). */
                details: components["schemas"]["AcceptanceFailedDetails"];
            };
        };
        /** @description `data` of `GET /v1/domains` (spec §4.1). */
        DomainList: {
            /** @description Sorted alphabetically. A domain may have no readable record yet (spec §4.1). */
            domains: string[];
        };
        /** @description `data` of `GET /v1/domains/<domain_id>/cdrs` (spec §4.2). */
        CdrPage: {
            /** @description The entries of this page, possibly fewer than requested (spec §4.2). */
            cdrs: components["schemas"]["CdrListEntry"][];
            /** @description Present only if more records exist. A short or empty page may have it (spec §4.2). */
            nextPageToken?: string;
        };
        /** @description `data` of `GET /v1/cdrs/<cdr_id>` (spec §4.3). */
        SingleCdr: {
            /** @description The record in full (spec §4.3). */
            cdr: components["schemas"]["Cdr"];
        };
        /** @description `data` of `POST /v1/cdrs/<cdr_id>/collect` (spec §4.4). */
        CollectReceipt: {
            /** @description The record that was collected (spec §4.4). */
            cdrId: string;
            /**
             * @description Always `true`: the organization now has download access (spec §4.4).
             * @enum {boolean}
             */
            collected: true;
            /** @description The organization could download the record before this call. Says nothing about who paid (spec §4.4). */
            alreadyCollected: boolean;
        };
        /** @description `data` of `POST /v1/cdrs/<cdr_id>/share` (spec §2.5, §4.5). */
        ShareToken: {
            /** @description A bearer credential: its holder can receive the record with another organization's key (spec §2.5). */
            token: string;
            /** @description `{base_url}/v1/shares/<token>` (spec §2.5). */
            shareUrl: string;
            /** @description Unix milliseconds (spec §2.5). */
            expiresAt: number;
        };
        /** @description The body of `shareCdr`; it may be left out. */
        ShareTerms: {
            /**
             * @description Milliseconds from now, at most 63072000000 (2 years); default: 2592000000 (30 days). A longer time is reduced to the maximum, and anything but a positive number means the default (spec §4.5).
             * @default 2592000000
             */
            expiresInMs: number;
        };
        /** @description `data` of `POST /v1/shares/<token>` (spec §4.6). */
        ShareReceipt: {
            /**
             * @description Always `true`: a failure is returned as an error (spec §4.6).
             * @enum {boolean}
             */
            claimed: true;
            /** @description The record, now readable through the record endpoints (spec §4.6). */
            cdrId: string;
            /** @description The domain that the record is filed under (spec §4.6). */
            domainId: string;
            /** @description The record was already received through this token; the criteria were not evaluated (spec §4.6). */
            alreadyClaimed: boolean;
            /** @description Identifies the handoff. An empty string if `alreadyClaimed` is `true` (spec §4.6). */
            shareEventId: string;
        };
        /** @description The body of `receiveShare`; it may be left out. */
        ReceiveTerms: {
            /** @description Default: `true`. Leave it out: what `false` does is not documented, and may be 400 COLLECT_REQUIRED (spec §4.6). */
            collect?: boolean;
            /** @description What the record must meet to be received and paid for (spec §4.6). */
            acceptance?: components["schemas"]["AcceptanceCriteria"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listDomains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The only test of success (spec §2.1).
                         * @enum {boolean}
                         */
                        ok: true;
                        /** @description Success (spec §4.1). */
                        data: components["schemas"]["DomainList"];
                        /** @description Identifies the request (spec §2.1). */
                        requestId: string;
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure401"];
                };
            };
            /** @description `API_ACCESS_DISABLED`: API access is off for the organization. `FORBIDDEN`: The key is known and may not do this. */
            403: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure403"];
                };
            };
            /** @description Any other failure. */
            default: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listCdrs: {
        parameters: {
            query?: {
                /**
                 * @description Records on a page, 1 to 100; default: 20. A fraction is truncated; a value out of range or not a number means the default and is not an error (spec §4.2).
                 * @example 2
                 */
                pageSize?: number;
                /** @description The `nextPageToken` of the previous page; a record on this domain, else 400 (spec §4.2). */
                pageToken?: string;
                /**
                 * @description By `createdAt`: exactly `asc` ascends, anything else descends. Default: `desc` (spec §4.2).
                 * @example desc
                 */
                order?: "asc" | "desc";
                /** @description Only records that have this key in `customMetadata` or `autoMetadata`; 400 without `metadataValue` (spec §4.2). */
                metadataKey?: string;
                /** @description The value of `metadataKey`, compared without letter case and with white space normalized; ignored without it (spec §4.2). */
                metadataValue?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The base domain: a `domainId` of a record, or an entry of the list of domains (spec §2.2).
                 * @example sunroof.example
                 */
                domainId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The only test of success (spec §2.1).
                         * @enum {boolean}
                         */
                        ok: true;
                        /** @description Success (spec §4.2). */
                        data: components["schemas"]["CdrPage"];
                        /** @description Identifies the request (spec §2.1). */
                        requestId: string;
                    };
                };
            };
            /** @description `INVALID_ARGUMENT`: `pageToken` is not a record on this domain, or `metadataKey` or `metadataValue` is missing, empty or too long. */
            400: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure400"];
                };
            };
            /** @description `UNAUTHENTICATED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure401"];
                };
            };
            /** @description `API_ACCESS_DISABLED`: API access is off for the organization. `FORBIDDEN`: The key is known and may not do this. */
            403: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure403"];
                };
            };
            /** @description `NOT_FOUND`: The organization holds no record on this domain. */
            404: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure404"];
                };
            };
            /** @description Any other failure. */
            default: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getCdr: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The identifier of the record (spec §2.3).
                 * @example cdr_demo_solar
                 */
                cdrId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The only test of success (spec §2.1).
                         * @enum {boolean}
                         */
                        ok: true;
                        /** @description Success (spec §4.3). */
                        data: components["schemas"]["SingleCdr"];
                        /** @description Identifies the request (spec §2.1). */
                        requestId: string;
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure401"];
                };
            };
            /** @description `API_ACCESS_DISABLED`: API access is off for the organization. `FORBIDDEN`: The key is known and may not do this. */
            403: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure403"];
                };
            };
            /** @description `NOT_FOUND`: The organization does not hold the record, or the record is not rendered yet or no longer kept. */
            404: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure404"];
                };
            };
            /** @description `CDR_INVALID`: The record was flagged invalid. */
            410: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure410"];
                };
            };
            /** @description Any other failure. */
            default: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    collectCdr: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The identifier of the record (spec §2.3).
                 * @example cdr_demo_solar
                 */
                cdrId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The only test of success (spec §2.1).
                         * @enum {boolean}
                         */
                        ok: true;
                        /** @description Success (spec §4.4). */
                        data: components["schemas"]["CollectReceipt"];
                        /** @description Identifies the request (spec §2.1). */
                        requestId: string;
                    };
                };
            };
            /** @description `UNAUTHENTICATED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure401"];
                };
            };
            /** @description `API_ACCESS_DISABLED`: API access is off for the organization. `FORBIDDEN`: The key is known and may not do this. `PASSTHROUGH_ORG_CANNOT_COLLECT`: The organization has no billing set up. */
            403: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure403"];
                };
            };
            /** @description `NOT_FOUND`: The organization does not hold the record, or the record is not rendered yet or no longer kept. */
            404: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure404"];
                };
            };
            /** @description `CDR_DEV_MODE`: The record is a Dev Mode capture. */
            409: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure409"];
                };
            };
            /** @description `CDR_INVALID`: The record was flagged invalid. */
            410: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure410"];
                };
            };
            /** @description Any other failure. */
            default: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    shareCdr: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The identifier of the record (spec §2.3).
                 * @example cdr_demo_solar
                 */
                cdrId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ShareTerms"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The only test of success (spec §2.1).
                         * @enum {boolean}
                         */
                        ok: true;
                        /** @description Success (spec §4.5). */
                        data: components["schemas"]["ShareToken"];
                        /** @description Identifies the request (spec §2.1). */
                        requestId: string;
                    };
                };
            };
            /** @description `INVALID_ARGUMENT`: The body is not a JSON object. */
            400: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure400"];
                };
            };
            /** @description `UNAUTHENTICATED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure401"];
                };
            };
            /** @description `API_ACCESS_DISABLED`: API access is off for the organization. `FORBIDDEN`: The key is known and may not do this. */
            403: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure403"];
                };
            };
            /** @description `NOT_FOUND`: The organization does not hold the record, or it is no longer kept. */
            404: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure404"];
                };
            };
            /** @description `CDR_DEV_MODE`: The record is a Dev Mode capture. `CONFLICT`: More than one record has the identifier. */
            409: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure409"];
                };
            };
            /** @description `CDR_INVALID`: The record was flagged invalid. */
            410: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure410"];
                };
            };
            /** @description Any other failure. */
            default: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    openShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The share token: the last segment of a share URL (spec §2.5).
                 * @example shr_demo_live
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To the dashboard (spec §4.7). */
            302: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    /** @description {dashboard_url}/claim/<token> */
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `NOT_FOUND`: No such share token, if the service checks it. */
            404: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure404"];
                };
            };
            /** @description `GONE`: The share token has expired, if the service checks it. */
            410: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure410"];
                };
            };
            /** @description Any other failure. */
            default: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    receiveShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The share token: the last segment of a share URL (spec §2.5).
                 * @example shr_demo_live
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReceiveTerms"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The only test of success (spec §2.1).
                         * @enum {boolean}
                         */
                        ok: true;
                        /** @description Success (spec §4.6). */
                        data: components["schemas"]["ShareReceipt"];
                        /** @description Identifies the request (spec §2.1). */
                        requestId: string;
                    };
                };
            };
            /** @description `CDR_PENDING`: The record is not rendered yet. */
            202: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    /** @description Seconds to wait before you repeat the call (spec §4.6 rule 7). */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure202"];
                };
            };
            /** @description `INVALID_ARGUMENT`: The body or the criteria are invalid, or the token is your own. `COLLECT_REQUIRED`: `collect` is false, and receiving always collects. */
            400: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure400"];
                };
            };
            /** @description `UNAUTHENTICATED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure401"];
                };
            };
            /** @description `API_ACCESS_DISABLED`: API access is off for the organization. `FORBIDDEN`: The key is known and may not do this. `PASSTHROUGH_ORG_CANNOT_CLAIM`: The organization has no billing set up. */
            403: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure403"];
                };
            };
            /** @description `NOT_FOUND`: No such token, or its record is no longer kept. */
            404: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure404"];
                };
            };
            /** @description `CDR_DEV_MODE`: The record is a Dev Mode capture. `CONFLICT`: More than one record has the identifier. */
            409: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure409"];
                };
            };
            /** @description `GONE`: The token has expired. `CDR_INVALID`: The record was flagged invalid. */
            410: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure410"];
                };
            };
            /** @description `CDR_ACCEPTANCE_FAILED`: The record does not meet the criteria. */
            422: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure422"];
                };
            };
            /** @description Any other failure. */
            default: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    receiveShareByOlderPath: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The share token: the last segment of a share URL (spec §2.5).
                 * @example shr_demo_live
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReceiveTerms"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The only test of success (spec §2.1).
                         * @enum {boolean}
                         */
                        ok: true;
                        /** @description Success (spec §4.6). */
                        data: components["schemas"]["ShareReceipt"];
                        /** @description Identifies the request (spec §2.1). */
                        requestId: string;
                    };
                };
            };
            /** @description `CDR_PENDING`: The record is not rendered yet. */
            202: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    /** @description Seconds to wait before you repeat the call (spec §4.6 rule 7). */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure202"];
                };
            };
            /** @description `INVALID_ARGUMENT`: The body or the criteria are invalid, or the token is your own. `COLLECT_REQUIRED`: `collect` is false, and receiving always collects. */
            400: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure400"];
                };
            };
            /** @description `UNAUTHENTICATED`: The API key is missing, malformed, unknown or revoked. */
            401: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure401"];
                };
            };
            /** @description `API_ACCESS_DISABLED`: API access is off for the organization. `FORBIDDEN`: The key is known and may not do this. `PASSTHROUGH_ORG_CANNOT_CLAIM`: The organization has no billing set up. */
            403: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure403"];
                };
            };
            /** @description `NOT_FOUND`: No such token, or its record is no longer kept. */
            404: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure404"];
                };
            };
            /** @description `CDR_DEV_MODE`: The record is a Dev Mode capture. `CONFLICT`: More than one record has the identifier. */
            409: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure409"];
                };
            };
            /** @description `GONE`: The token has expired. `CDR_INVALID`: The record was flagged invalid. */
            410: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure410"];
                };
            };
            /** @description `CDR_ACCEPTANCE_FAILED`: The record does not meet the criteria. */
            422: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure422"];
                };
            };
            /** @description Any other failure. */
            default: {
                headers: {
                    /** @description No response may be kept (spec §1). */
                    "Cache-Control": "no-store";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    cdrCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the delivery; use the one in the body (spec §6.2). */
                "X-SVC-Webhook-Id": string;
                /** @description Unix seconds of the signature; present if a signing secret is set (spec §6.2). */
                "X-SVC-Timestamp"?: string;
                /** @description `sha256=` and the hex HMAC-SHA256 of `<timestamp>.<raw body>` with the signing secret; present if one is set (spec §6.2). */
                "X-SVC-Signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CdrCompletedEvent"];
            };
        };
        responses: {
            /** @description Delivered: the event is not sent again (spec §6.3). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not delivered: the event is sent again later (spec §6.3). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
