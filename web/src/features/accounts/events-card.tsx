import type { SecurityEntry } from '@lectern/contract/accounts/own-account';
import { securityEvents } from '@lectern/contract/rules/security-events';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { momentInWords } from '../../ui/date-in-words.ts';
import { AccountPanel } from './panel.tsx';

/** So many are shown before one asks for more. */
const few = 8;

/** Lists recent security events of the account. */
export function EventsCard({ events }: { events: readonly SecurityEntry[] }) {
  const [all, setAll] = useState(false);
  return (
    <AccountPanel title="Recent activity" lead="Sign-ins, including refused ones, and changes to how you sign in.">
      {events.length === 0 ? (
        <p className="text-sm text-soft">Nothing yet.</p>
      ) : (
        <ol aria-label="Recent activity" className="divide-y divide-line border-y border-line">
          {(all ? events : events.slice(0, few)).map(({ id, kind, device, detail, at }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 py-2.5 text-sm">
              <span className="min-w-0">
                <span className="font-medium">{securityEvents[kind]}</span>
                {device && <span className="text-soft"> · {device}</span>}
                {detail && <span className="text-soft"> · {detail}</span>}
              </span>
              <time dateTime={at} className="text-soft tabular-nums">
                {momentInWords(at)}
              </time>
            </li>
          ))}
        </ol>
      )}
      {!all && events.length > few && (
        <Button look="quiet" size="sm" className="mt-3" onClick={() => setAll(true)}>
          Show more
        </Button>
      )}
    </AccountPanel>
  );
}
