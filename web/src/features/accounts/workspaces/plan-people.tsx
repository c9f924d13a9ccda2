import { plans } from '@lectern/contract/rules/plans';
import { useMember } from '../../../session/stored-session.ts';
import { useWorkspaceState } from '../../../session/workspaces.ts';
import { TextLink } from '../../../ui/button-link.tsx';
import { Card } from '../../../ui/card.tsx';
import { allPlacesText } from './places.tsx';

/** Places of the plan, and what happens at their limit. */
export default function PlanPeople() {
  const { plan } = useMember();
  const { data } = useWorkspaceState();
  if (!data) return null;
  const { executive, professional } = plans;
  return (
    <Card id="plan-people" heading="People" headingClassName="text-xl" className="p-6">
      <p className="mt-3 font-medium">{allPlacesText(data)}</p>
      <p className="mt-1 max-w-prose text-sm text-soft">
        Open invitations count. When all places are taken, nobody more can be invited. A smaller plan, or one that ends,
        removes nobody. The {executive.label} has {executive.people === 1 ? 'one place' : `${executive.people} places`}{' '}
        for owners, admins and editors, the {professional.label} {plan === 'professional' ? data.seats.of : 'more'};
        viewers are free, up to a limit for each place.
      </p>
      <p className="mt-3 text-sm">
        <TextLink to="/asset/workspace">Manage people</TextLink>
      </p>
    </Card>
  );
}
