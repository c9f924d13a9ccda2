import type { OwnPortal, PortalSettings } from '@lectern/contract/portal';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { failureText, isAnnounced } from '../../session/call.ts';
import { Card } from '../../ui/card.tsx';
import { Field, SelectField, TextField } from '../../ui/field.tsx';
import { useChangePortal } from './use-own-portal.ts';
import { VideoOrder } from './video-order.tsx';

/** Milliseconds after the last change until it is saved. */
const rest = 500;

/** Every change is saved by itself, and shown in the preview as soon as it is. */
export function SettingsForm({ portal }: { portal: OwnPortal }) {
  const { save } = useChangePortal();
  const [settings, setSettings] = useState(portal.settings);
  const [sites, setSites] = useState(portal.settings.sites.join('\n'));
  const [state, setState] = useState<'saved' | 'saving' | 'waiting' | { error: string }>();
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; settings: PortalSettings }>(undefined);

  const store = async (next: PortalSettings): Promise<void> => {
    waiting.current = undefined;
    setState('saving');
    try {
      await save(next);
      // What was changed while it was saved is saved next.
      if (waiting.current === undefined) setState('saved');
    } catch (cause) {
      setState({ error: isAnnounced(cause) ? 'Nothing was saved.' : failureText(cause) });
    }
  };
  const change = (part: Partial<PortalSettings>): void => {
    const next = { ...settings, ...part };
    setSettings(next);
    setState('waiting');
    clearTimeout(waiting.current?.timer);
    waiting.current = { timer: setTimeout(() => void store(next), rest), settings: next };
  };
  const saveRest = useEffectEvent(() => {
    if (!waiting.current) return;
    clearTimeout(waiting.current.timer);
    void save(waiting.current.settings);
  });
  // Leaving the page saves what was still to be saved.
  useEffect(() => () => saveRest(), []);

  const tick = (name: 'show_quotes' | 'show_downloads', label: string) => (
    <label className="flex min-h-8 items-center gap-3 text-sm">
      <input
        type="checkbox"
        checked={settings[name]}
        onChange={(event) => change({ [name]: event.target.checked })}
        className="size-4.5 accent-accent"
      />
      {label}
    </label>
  );

  return (
    <Card aria-labelledby="portal-settings" className="grid grid-cols-1 gap-6 p-5">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="portal-settings" className="text-xl">
          Settings
        </h2>
        <p role="status" className="text-sm text-soft">
          {state === 'saved' ? 'Saved.' : state === 'saving' || state === 'waiting' ? 'Saving …' : ''}
        </p>
      </div>
      {typeof state === 'object' && (
        <p role="alert" className="text-sm font-medium text-danger">
          {state.error}
        </p>
      )}
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <Field
            label="Title"
            value={settings.title}
            maxLength={120}
            error={settings.title.trim() === '' ? 'Please enter a title.' : undefined}
            onChange={(event) => {
              const title = event.target.value;
              if (title.trim() === '') setSettings({ ...settings, title });
              else change({ title });
            }}
          />
        </div>
        <Field
          label="Accent colour"
          type="color"
          value={settings.accent}
          className="cursor-pointer p-1"
          hint="Made lighter or darker where text needs it."
          onChange={(event) => change({ accent: event.target.value })}
        />
        <SelectField
          label="Appearance"
          value={settings.theme}
          onChange={(event) => change({ theme: event.target.value as PortalSettings['theme'] })}
        >
          <option value="auto">Visitor’s device</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </SelectField>
        <div className="sm:col-span-2">
          <TextField
            label="Allowed sites"
            value={sites}
            placeholder="https://www.example.com"
            hint="One per line. Leave empty to allow any site."
            onChange={(event) => {
              setSites(event.target.value);
              const lines = event.target.value.split('\n').map((line) => line.trim());
              change({ sites: lines.filter((line) => line !== '') });
            }}
          />
        </div>
        <fieldset className="grid gap-1 sm:col-span-2">
          <legend className="text-sm font-medium">Visitors see</legend>
          {tick('show_quotes', 'Quotes, with links and pictures to share')}
          {tick('show_downloads', 'Downloads of recording and transcript')}
        </fieldset>
      </div>
      <VideoOrder library={portal.library} value={settings.videos} onChange={(videos) => change({ videos })} />
    </Card>
  );
}
