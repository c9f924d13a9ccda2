import { clsx } from 'clsx';
import { Link, useSearchParams } from 'react-router';
import HandOverOffer from '../features/accounts/workspaces/hand-over-offer.tsx';
import { sections } from '../features/accounts/workspaces/sections.ts';
import { useCan } from '../session/stored-session.ts';
import { useOwnWorkspace } from '../session/workspaces.ts';
import { partMissing } from '../ui/lazy-part.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageComing, Skeleton } from '../ui/page-placeholder.tsx';
import { usePageTitle } from '../ui/page-title.ts';

/** The people and settings of a workspace. `?part=general` names the part that is shown. */
export default function Workspace() {
  usePageTitle('Workspace');
  const [query] = useSearchParams();
  const can = useCan();
  const name = useOwnWorkspace()?.name;
  const shown = sections.filter(({ right }) => can(right));
  const open = shown.find(({ part }) => part === query.get('part')) ?? sections[0];
  const { Section } = open;
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 lg:py-10 *:max-w-180">
      <h1 className="text-3xl">Workspace</h1>
      {/* Its line is there before the name is known. */}
      <p className="mt-1 min-h-6 break-words text-soft">{name}</p>
      {shown.length > 1 && (
        <nav aria-label="Workspace" className="mt-5 flex flex-wrap gap-x-1 border-b border-line">
          {shown.map(({ part, title }) => (
            <Link
              key={part}
              to={part === sections[0].part ? '?' : `?part=${part}`}
              replace
              aria-current={part === open.part ? 'page' : undefined}
              className={clsx(
                '-mb-px inline-flex min-h-11 items-center border-b-2 px-3 text-sm font-medium',
                part === open.part
                  ? 'border-accent text-ink forced-colors:border-[Highlight]'
                  : 'border-transparent text-soft hover:text-ink forced-colors:border-[Canvas]',
              )}
            >
              {title}
            </Link>
          ))}
        </nav>
      )}
      <div className="mt-6">
        <HandOverOffer />
        <Section
          key={open.part}
          missing={<Notice kind="bad">{partMissing}</Notice>}
          fallback={
            <PageComing>
              <Skeleton className="h-64" />
            </PageComing>
          }
        />
      </div>
    </div>
  );
}
