import type { Question } from '../../session/company-question.ts';
import { companyName } from '../../session/sign-in-ways.ts';
import { buttonShape } from '../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../ui/dialog.tsx';

/** Asks for a sign-in in another tab, over a page that stays as it is. */
export default function CompanyQuestion({ question: { giveUp } }: { question: Question }) {
  return (
    <Dialog
      open
      onClose={giveUp}
      title="Please sign in again"
      description={`${companyName} has to confirm that it is still you. What you were doing stays here and goes on.`}
      actions={
        <>
          <DialogCancel />
          <a href="/auth/oidc/start" target="_blank" rel="noreferrer" className={buttonShape({})}>
            Continue with {companyName}
          </a>
        </>
      }
    />
  );
}
