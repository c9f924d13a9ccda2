import type { Plan } from '@lectern/contract/accounts/accounts';
import { useState } from 'react';
import { useMember, useCan } from '../../session/stored-session.ts';
import { useOwnWorkspace } from '../../session/workspaces.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useCheckout, useOffers } from './use-checkout.ts';

const texts: Readonly<Record<Plan, { title: string; text: string; choices: readonly (readonly [Plan, string])[] }>> = {
  free: {
    title: 'Your free trial has ended',
    text: 'Continue with the Executive Plan for $5 per month, or the Professional Plan for $14 per month.',
    choices: [
      ['executive', 'Buy Executive, $5/month'],
      ['professional', 'Buy Professional, $14/month'],
    ],
  },
  executive: {
    title: 'Your Executive Plan has expired',
    text: 'Renew it for $5 per month, or upgrade to the Professional Plan for $14 per month.',
    choices: [
      ['executive', 'Renew, $5/month'],
      ['professional', 'Upgrade to Professional, $14/month'],
    ],
  },
  professional: {
    title: 'Your Professional Plan has expired',
    text: 'Renew it for $14 per month to continue.',
    choices: [['professional', 'Renew, $14/month']],
  },
};

const unstarted = 'Begin with the Executive Plan for $5 per month, or the Professional Plan for $14 per month.';

const whatIsLeft =
  'You can still read, search, download and delete. Uploads, clips and everything the AI writes need a membership.';

/**
 * Shown to an expired member, once per visit: what is in the library stays readable with an expired membership.
 * Choosing a plan leads to the payment page.
 */
export default function PlanExpiredDialog() {
  return useCan()('bill') ? <PlanChoice /> : <Waits />;
}

/** For who cannot renew it. */
function Waits() {
  const [closed, setClosed] = useState(false);
  return (
    <Dialog
      open={!closed}
      onClose={() => setClosed(true)}
      title="The membership of this workspace has expired"
      actions={<Button onClick={() => setClosed(true)}>Not now</Button>}
    >
      <p className="text-soft">{whatIsLeft}</p>
    </Dialog>
  );
}

function PlanChoice() {
  const { plan } = useMember();
  const [closed, setClosed] = useState(false);
  const { data: offers } = useOffers();
  const { leaving, dialog, start } = useCheckout(() => setClosed(true));
  const own = useOwnWorkspace();
  const { title, text, choices } =
    own?.started === false ? { ...texts.free, title: `${own.name} has no plan yet`, text: unstarted } : texts[plan];
  return (
    <Dialog
      open={!closed}
      wide
      onClose={() => setClosed(true)}
      title={title}
      description={text}
      actions={
        <>
          <Button look="quiet" className="max-sm:grow" onClick={() => setClosed(true)}>
            Not now
          </Button>
          {/* The main one last, as in every dialog. */}
          {choices.toReversed().map(([key, words]) => {
            const offer = offers?.plans.find((each) => each.key === key);
            return (
              <Button
                key={key}
                className="max-sm:grow"
                look={key === choices[0]?.[0] ? 'primary' : 'secondary'}
                busy={!offer || leaving === key}
                onClick={() => offer && start(offer)}
              >
                {words}
              </Button>
            );
          })}
        </>
      }
    >
      <p className="text-soft">{whatIsLeft}</p>
      {dialog}
    </Dialog>
  );
}
