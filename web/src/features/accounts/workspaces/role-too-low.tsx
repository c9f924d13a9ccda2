import { useMember } from '../../../session/stored-session.ts';
import { useNamesOf } from '../../../session/workspaces.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageComing, Skeleton } from '../../../ui/page-placeholder.tsx';
import { usePageTitle } from '../../../ui/page-title.ts';
import { roleNames } from '@lectern/contract/rules/rights';

/** The page of an address beyond the role of whoever opens it. `cannot`: 'upload'. */
export default function RoleTooLow({ cannot }: { cannot: string }) {
  const { workspace } = useMember();
  const managers = useNamesOf(['owner', 'admin']);
  const title = `${roleNames[workspace.role]}s cannot ${cannot}`;
  const isKnown = workspace.rights.watch !== undefined;
  usePageTitle(isKnown ? title : undefined);
  // A tab that has just come to a workspace does not know yet.
  if (!isKnown)
    return (
      <PageComing className="p-8">
        <Skeleton className="h-64" />
      </PageComing>
    );
  return (
    <EmptyState level="h1" title={`${title}.`} actions={<ButtonLink to="/asset/view">Go to the library</ButtonLink>}>
      {managers ? `${managers} can change your role.` : 'An owner or an admin of this workspace can change your role.'}
    </EmptyState>
  );
}
