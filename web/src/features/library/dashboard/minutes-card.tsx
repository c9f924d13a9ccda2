import type { Dashboard } from '@lectern/contract/library/dashboard';
import { plans } from '@lectern/contract/rules/plans';
import { clsx } from 'clsx';
import { Card } from '../../../ui/card.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';

const figure = (minutes: number): string => minutes.toLocaleString('en-US');

/**
 * Shows minutes the media provider stores and delivers for the member; renders nothing where this server does so
 * itself.
 */
export function MinutesCard({ dashboard: { minutes, plan } }: { dashboard: Dashboard }) {
  if (!minutes) return null;
  const { storedMinutes, deliveredMinutes } = plans[plan];
  const rows = [
    { label: 'Stored', value: minutes.stored, most: storedMinutes },
    { label: 'Delivered to viewers this month', value: minutes.delivered, most: deliveredMinutes },
  ];
  return (
    <Card aria-labelledby="minutes" className="p-5">
      <h2 id="minutes" className="eyebrow font-sans">
        Minutes
      </h2>
      {rows.map(({ label, value, most }) => (
        <div key={label} className="mt-3">
          <p className="text-sm text-soft">{label}</p>
          <p
            className={clsx('tabular-nums', value >= most && 'font-medium text-danger')}
          >{`${figure(value)} of ${figure(most)}`}</p>
          <ProgressBar
            value={value / most}
            label={label}
            usedUp={value >= most}
            text={`${figure(value)} of ${figure(most)} minutes`}
            className="mt-1.5"
          />
        </div>
      ))}
    </Card>
  );
}
