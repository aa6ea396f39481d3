import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { CaptureInput } from '../../../capture/capture-input.ts';
import { CheckBox } from '../fields/check-box.tsx';
import { FormPanel } from '../fields/form-panel.tsx';
import { OrganizationSelect } from '../fields/organization-select.tsx';
import { SelectField } from '../fields/select-field.tsx';
import { TextField } from '../fields/text-field.tsx';
import { callControl } from '../ground/call-control.ts';
import { chargeWords } from '../ground/cost-of.ts';
import { nameOf } from '../ground/live.ts';
import type { Charge, RecordPage } from '../ground/rows.ts';
import { useLive } from '../ground/use-live.ts';
import { RecordLink } from '../parts/record-link.tsx';
import { ViewTitle } from '../parts/view-title.tsx';
import { type CaptureChanges, changedMembers } from './capture-changes.ts';
import { CaptureFields } from './capture-fields.tsx';

const RENDERINGS = new Map(
  Object.entries({
    immediately: 'complete',
    'after two receives': { afterReceives: 2 },
    'after ten seconds': { afterMs: 10_000 },
    manually: 'manual',
  }),
);

/** The last producer, already chosen when the form is opened again. */
const producer = signal('');

const NO_CHANGES: CaptureChanges = { phone: '', leadId: '', wording: '', boxes: "the page's own" };

interface Captured {
  readonly cdrId: string;
  readonly shareUrl?: string;
}

/**
 * Returns what the capture cost so far. A pending record may be charged for when it is rendered.
 */
async function costOf({ cdrId }: Captured): Promise<string> {
  const path = `/charges?cdrId=${encodeURIComponent(cdrId)}`;
  return chargeWords((await callControl<{ charges: Charge[] }>('GET', path)).charges);
}

/** What follows the domain in the address of a page that a producer has had no record of. */
const PATH = '/quote';

/**
 * Returns the address of a page of the producer: that of its newest capture, without the query, or
 * one of a reserved name (RFC 2606) if it has captured nothing.
 */
function usePageOf(organization: string): string {
  const id = encodeURIComponent(organization);
  const path = organization === '' ? undefined : `/records?limit=20&organization=${id}`;
  const { data } = useLive<RecordPage>(path);
  if (data === undefined) return '';
  const captured = data.records.find(
    (each) => each.organizationId === organization && each.pageUrl,
  );
  if (captured?.pageUrl != null) return captured.pageUrl.replace(/[?#].*$/s, '');
  const label = nameOf(organization)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  return `https://${label.replaceAll(/^-|-$/g, '').slice(0, 40) || 'pages'}.example${PATH}`;
}

interface PresetSelectProps {
  readonly value: string;
  readonly onChange: (name: string) => void;
}

function PresetSelect({ value, onChange }: PresetSelectProps) {
  const { data } = useLive<{ presets: { name: string; description: string }[] }>('/presets');
  const presets = data?.presets ?? [];
  return (
    <SelectField
      label="Page"
      value={value}
      options={presets.map(({ name }) => [name, name])}
      onChange={onChange}
      hint={presets.find(({ name }) => name === value)?.description}
    />
  );
}

function CapturedNote({ captured }: { captured: (Captured & { cost: string }) | undefined }) {
  if (captured === undefined) return null;
  const { cdrId, shareUrl, cost } = captured;
  return (
    <p class="result good">
      Captured <RecordLink cdrId={cdrId} />. {cost}{' '}
      {shareUrl !== undefined && <a href={shareUrl}>Open its share URL</a>}
    </p>
  );
}

/** Captures a described page, as the browser SDK does on submit. */
export function CaptureView() {
  const organization = producer.value;
  const own = usePageOf(organization);
  const [preset, setPreset] = useState('checkedBox');
  const [pageUrl, setPageUrl] = useState('');
  const [changes, setChanges] = useState(NO_CHANGES);
  const [rendering, setRendering] = useState('immediately');
  const [autoShare, setAutoShare] = useState(true);
  const [devMode, setDevMode] = useState(false);
  const [captured, setCaptured] = useState<Captured & { cost: string }>();
  const capture = async (): Promise<string> => {
    setCaptured(undefined);
    const path = `/presets/${encodeURIComponent(preset)}`;
    const described = await callControl<{ page: Partial<CaptureInput> }>('GET', path);
    const page = {
      ...changedMembers(described.page, changes),
      autoShare,
      render: RENDERINGS.get(rendering),
      ...(devMode && { devMode }),
      ...((pageUrl || own) !== '' && { pageUrl: pageUrl || own }),
    };
    const made = await callControl<Captured>('POST', '/captures', { organization, preset, page });
    const cost = await costOf(made);
    setCaptured({ ...made, cost });
    return `Captured ${made.cdrId}. ${cost}`;
  };
  return (
    <>
      <ViewTitle>Capture</ViewTitle>
      <p>A capture is what the browser SDK sends when a person submits a form.</p>
      <FormPanel submitLabel="Capture" onSubmit={capture}>
        <OrganizationSelect
          label="Producer"
          value={organization}
          onChange={(chosen) => (producer.value = chosen)}
        />
        <PresetSelect value={preset} onChange={setPreset} />
        <TextField
          label="Page URL"
          type="url"
          value={pageUrl}
          onChange={setPageUrl}
          hint={own === '' ? "Optional. Default: the preset's own." : `Optional. Default: ${own}`}
        />
        <CaptureFields changes={changes} onChange={setChanges} />
        <SelectField
          label="Rendering"
          value={rendering}
          options={[...RENDERINGS.keys()].map((name) => [name, name])}
          onChange={setRendering}
        />
        <CheckBox label="Share immediately" checked={autoShare} onChange={setAutoShare} />
        <CheckBox label="Dev Mode" checked={devMode} onChange={setDevMode} />
      </FormPanel>
      <CapturedNote captured={captured} />
    </>
  );
}
