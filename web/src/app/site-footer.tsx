import { useState } from 'react';
import { Link } from 'react-router';
import { closeFeedback, openFeedback, useFeedbackModal } from '../features/operations/feedback/feedback-modal.ts';
import { brand } from '../ui/brand.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

/** Few visits come to it, so the modal is loaded when it is first opened. */
const FeedbackDialog = lazyPart(() => import('../features/operations/feedback/feedback-dialog.tsx'));

const links = [
  ['/support', 'Help & Support'],
  ['/privacy-policy', 'Privacy Policy'],
  ['/terms-of-service', 'Terms of Service'],
] as const;

const look = 'inline-block py-1 underline-offset-4 hover:text-ink hover:underline';

/**
 * At the foot of every page, with the feedback modal. `reloads`: its links load their page anew, without the router.
 */
export function SiteFooter({ reloads = false }: { reloads?: boolean }) {
  const { open } = useFeedbackModal();
  const [wanted, setWanted] = useState(open);
  if (open && !wanted) setWanted(true);
  return (
    <footer className="mt-auto border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-6 text-sm text-soft sm:px-6">
        <p>(c) 2025 {brand} - All Rights Reserved</p>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {links.map(([to, text]) => (
              <li key={to}>
                {reloads ? (
                  <a href={to} className={look}>
                    {text}
                  </a>
                ) : (
                  <Link to={to} className={look}>
                    {text}
                  </Link>
                )}
              </li>
            ))}
            <li>
              <button
                type="button"
                aria-haspopup="dialog"
                onPointerEnter={FeedbackDialog.fetch}
                onClick={() => openFeedback()}
                className={look}
              >
                Send Feedback
              </button>
            </li>
          </ul>
        </nav>
      </div>
      {wanted && (
        <FeedbackDialog
          onMissing={() => {
            closeFeedback();
            setWanted(false);
          }}
        />
      )}
    </footer>
  );
}
