import type { OwnPortal } from '@lectern/contract/publishing/portal';
import type { PortalSettings } from '@lectern/contract/publishing/portal-settings';
import { portalSettingNames as names } from '@lectern/contract/rules/portal-setting-names';
import { portalLimits } from '@lectern/contract/rules/portal-settings';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox, Field, SelectField, TextField } from '../../../ui/field.tsx';
import { LogoField } from './logo-field.tsx';
import { type SavingState, usePortalSettings } from './use-portal-settings.ts';
import { VideoOrder } from './video-order.tsx';
import { ErrorText } from '../../../ui/notice.tsx';

/**
 * Every change is saved by itself, and shown in the preview as soon as it is. One that cannot be saved as it stands there
 * says so at its field.
 */
export function SettingsForm({ portal }: { portal: OwnPortal }) {
  const { settings, isOpen, state, change, tryAgain } = usePortalSettings(portal);
  /** As it is typed, empty lines and all. */
  const [sites, setSites] = useState<string>();

  const tick = (name: 'show_quotes' | 'show_downloads' | 'answers_questions', label: string) => (
    <Checkbox
      className="min-h-8 gap-3"
      checked={settings[name]}
      onChange={(event) => change({ [name]: event.target.checked })}
    >
      {label}
    </Checkbox>
  );
  const choice = <Name extends 'theme' | 'layout' | 'font' | 'ai_line'>(
    name: Name,
    options: Readonly<Record<PortalSettings[Name], string>>,
    hint?: string,
  ) => (
    <SelectField
      label={names[name]}
      value={settings[name]}
      options={Object.entries<string>(options)}
      {...(hint === undefined ? {} : { hint })}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );

  return (
    <Card aria-labelledby="portal-settings" className="grid grid-cols-1 gap-6 p-5">
      {/* In sight wherever something is changed. */}
      <div className="sticky top-(--header) z-10 -mx-5 -mt-5 -mb-1 grid grid-cols-1 gap-3 rounded-t-lg border-b border-line bg-surface px-5 py-3">
        <div className="flex items-baseline justify-between gap-3">
          <h2 id="portal-settings" className="text-xl">
            Settings
          </h2>
          <p role="status" className="text-sm text-soft">
            {progress(state)}
          </p>
        </div>
        <NotSaved state={state} onTryAgain={tryAgain} onUseMine={change} />
      </div>
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <Field
            label="Title"
            value={settings.title}
            maxLength={120}
            error={state.faults.title}
            onChange={(event) => change({ title: event.target.value })}
          />
        </div>
        <div className="sm:col-span-2">
          <LogoField logo={portal.logo} />
        </div>
        <Field
          label="Accent colour"
          type="color"
          value={settings.accent}
          className="cursor-pointer p-1"
          hint="Made lighter or darker where text needs it."
          onChange={(event) => change({ accent: event.target.value })}
        />
        {choice('theme', { auto: 'Visitor’s device', light: 'Light', dark: 'Dark' })}
        {choice('layout', { grid: 'Grid', list: 'List', single: 'Player, with the others below' })}
        {choice('font', { serif: 'Serif headings', sans: 'Sans serif', system: 'Visitor’s device' })}
        {choice(
          'ai_line',
          { texts: 'Under the title', foot: 'At the foot of the page', off: 'Nowhere' },
          'Shown for webinars whose texts you have not marked as reviewed.',
        )}
        <div className="sm:col-span-2">
          <TextField
            label="Allowed sites"
            value={sites ?? settings.sites.join('\n')}
            placeholder="https://www.example.com"
            hint="One per line. Leave empty to allow any site."
            error={state.faults.sites}
            onChange={(event) => {
              setSites(event.target.value);
              const lines = event.target.value.split('\n').map((line) => line.trim());
              change({ sites: lines.filter((line) => line !== '') });
            }}
            onBlur={() => !isOpen('sites') && setSites(undefined)}
          />
        </div>
        <fieldset className="grid gap-1 sm:col-span-2">
          <legend className="text-sm font-medium">Visitors see</legend>
          {tick('show_quotes', 'Quotes, with links and pictures to share')}
          {tick('show_downloads', 'Downloads of recording and transcript')}
          {tick('answers_questions', 'A field to ask the webinars')}
          <p className="text-sm text-soft">
            Answers rest on the webinars of the portal alone. Where a language model writes them, they use your tokens:
            at most {portalLimits.modelAnswers} answers a day, and none while less than half of the month’s tokens is
            left. Then visitors get the passages, which cost nothing.
          </p>
        </fieldset>
      </div>
      <div className="grid grid-cols-1 gap-2">
        <VideoOrder library={portal.library} value={settings.videos} onChange={(videos) => change({ videos })} />
        <ErrorText text={state.faults.videos} />
      </div>
    </Card>
  );
}

function progress({ saving, saved, failure, conflict, faults }: SavingState): string {
  if (saving) return 'Saving …';
  if (!saved || failure || conflict) return '';
  const wrong = Object.keys(faults).map((name) => `“${names[name as keyof PortalSettings]}”`);
  return wrong.length > 0 ? `Saved, except ${wrong.join(' and ')}.` : 'Saved.';
}

type NotSavedProps = {
  state: SavingState;
  onTryAgain: () => void;
  onUseMine: (mine: Partial<PortalSettings>) => void;
};

function NotSaved({ state: { failure, conflict }, onTryAgain, onUseMine }: NotSavedProps) {
  if (!failure && !conflict) return null;
  const changed = Object.keys(conflict ?? {}).map((name) => `“${names[name as keyof PortalSettings]}”`);
  return (
    <div role="alert" className="grid justify-items-start gap-2 rounded-md bg-danger-wash px-3 py-2.5 text-sm">
      {failure && (
        <>
          <p className="font-medium text-danger">{failure.text}</p>
          {failure.canTryAgain && (
            <Button look="secondary" size="sm" onClick={onTryAgain}>
              Try again
            </Button>
          )}
        </>
      )}
      {conflict && (
        <>
          <p className="font-medium text-danger">
            {changed.join(' and ')} {changed.length === 1 ? 'was' : 'were'} changed in another window or on another
            device. Below you see what is saved now.
          </p>
          <Button look="secondary" size="sm" onClick={() => onUseMine(conflict)}>
            Use my change
          </Button>
        </>
      )}
    </div>
  );
}
