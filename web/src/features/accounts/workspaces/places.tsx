import type { Plan } from '@lectern/contract/accounts/accounts';
import type { WorkspaceState } from '@lectern/contract/accounts/workspaces';
import type { Role } from '@lectern/contract/rules/rights';
import { Allowed } from '../../../session/stored-session.ts';
import { TextLink } from '../../../ui/button-link.tsx';
import { Notice } from '../../../ui/notice.tsx';

type Places = Pick<WorkspaceState, 'seats' | 'viewers'>;

const peopleText = ({ seats }: Places): string =>
  `${seats.taken} of ${seats.of === 1 ? '1 person' : `${seats.of} people`}`;
const viewersText = ({ viewers }: Places): string =>
  `${viewers.taken} of ${viewers.of === 1 ? '1 viewer' : `${viewers.of} viewers`}`;

/** How many places are taken of those that somebody with this role would need. */
export const placesText = (places: Places, role: Role): string =>
  role === 'viewer'
    ? `${viewersText(places)}. Viewers are free.`
    : `${peopleText(places)} of your plan. Viewers are free.`;

export const allPlacesText = (places: Places): string => `${peopleText(places)} · ${viewersText(places)}`;

/** Says that nobody more of this role can come, and what helps; undefined while somebody can. */
export function fullText(
  { seats, viewers, is_shared }: Places & { is_shared: boolean },
  role: Role,
  plan: Plan,
): string | undefined {
  const { taken, of } = role === 'viewer' ? viewers : seats;
  if (taken < of) return undefined;
  const [remove, orPlan] =
    plan === 'professional' ? ['remove somebody or', ''] : ['remove somebody,', ' or choose a larger plan'];
  if (role === 'viewer') return `All places for viewers are taken: ${remove} revoke an invitation${orPlan}.`;
  return is_shared
    ? `All places of your plan are taken. Viewers can still be invited; for anybody else ${remove} revoke an invitation${orPlan}.`
    : 'Your plan has one place, and it is yours. Viewers can still be invited; for anybody else choose a larger plan.';
}

type PlacesFullProps = { text: string };

/** Says why nobody more can come, with the way to the plan for who chooses it. */
export function PlacesFull({ text }: PlacesFullProps) {
  return (
    <Notice>
      {text}{' '}
      <Allowed right="bill">
        <TextLink to="/asset/plan">See the plans</TextLink>
      </Allowed>
    </Notice>
  );
}
