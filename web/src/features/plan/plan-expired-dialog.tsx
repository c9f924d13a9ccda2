import type { Plan } from '@lectern/contract/accounts';
import { useState } from 'react';
import { useMember } from '../../session/stored-session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

const texts: Readonly<Record<Plan, { title: string; text: string }>> = {
  free: {
    title: 'Your free trial has ended',
    text: 'Go on with the Executive Plan for $5 per month, or the Professional Plan for $14 per month.',
  },
  executive: {
    title: 'Your Executive Plan has expired',
    text: 'Renew it for $5 per month, or upgrade to the Professional Plan for $14 per month.',
  },
  professional: { title: 'Your Professional Plan has expired', text: 'Renew it for $14 per month to go on.' },
};

/** Shown to an expired member, once per visit: what is in the library stays readable with an expired membership. */
export default function PlanExpiredDialog() {
  const { plan } = useMember();
  const [closed, setClosed] = useState(false);
  const { title, text } = texts[plan];
  return (
    <Dialog
      open={!closed}
      onClose={() => setClosed(true)}
      title={title}
      description={text}
      actions={
        <>
          <Button look="secondary" onClick={() => setClosed(true)}>
            Not now
          </Button>
          <ButtonLink to="/asset/plan" onClick={() => setClosed(true)}>
            See the plans
          </ButtonLink>
        </>
      }
    >
      <p className="text-soft">
        Reading, searching, downloading and deleting stay possible. Uploads, clips and everything the AI writes need a
        membership.
      </p>
    </Dialog>
  );
}
