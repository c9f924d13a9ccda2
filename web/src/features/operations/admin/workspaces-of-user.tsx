import { adminWorkspaceRoutes, type WorkspaceOfUser } from '@lectern/contract/operations/admin-workspaces';
import { plans } from '@lectern/contract/rules/plans';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminCall } from '../../../session/admin-call.ts';
import { SelectField } from '../../../ui/field.tsx';

/** A user's workspaces; undefined until they are known. */
export const useWorkspacesOf = (id: string): readonly WorkspaceOfUser[] | undefined =>
  useQuery({
    queryKey: ['admin', 'workspaces-of', id],
    queryFn: async ({ signal }) => (await adminCall(adminWorkspaceRoutes.ofUser, { id }, { signal })).data,
    gcTime: 0,
  }).data;

const inWords = (names: readonly string[]): string => new Intl.ListFormat('en').format(names);
const namesOf = (workspaces: readonly WorkspaceOfUser[]): string => inWords(workspaces.map(({ name }) => name));

/** Whether there is more to tell than of a person who works alone. */
const isShared = (workspaces: readonly WorkspaceOfUser[]): boolean =>
  workspaces.length !== 1 || workspaces[0]!.people > 1;

/** Says which workspace plan and tokens of a user's form are of; nothing for who works alone. */
export function planHint(workspaces: readonly WorkspaceOfUser[] | undefined): string | undefined {
  const own = workspaces?.[0];
  if (!workspaces || !own || !isShared(workspaces)) return undefined;
  return `Of “${own.name}”, with ${own.people === 1 ? 'one person' : `${own.people} people`}.`;
}

/** Says what rests when a user is deactivated; nothing where somebody else is left who owns it. */
export function restHint(workspaces: readonly WorkspaceOfUser[] | undefined): string {
  const resting = workspaces?.filter(({ heirs }) => heirs.length > 0) ?? [];
  return resting.length === 0 ? '' : ` Nobody can use ${namesOf(resting)} then: no other owner is active.`;
}

/** Says what goes with a user and what stays; nothing for who works alone. */
export function deletionHint(workspaces: readonly WorkspaceOfUser[]): string {
  if (!isShared(workspaces)) return '';
  const [going, staying] = [true, false].map((alone) => workspaces.filter(({ people }) => (people === 1) === alone));
  return [
    going!.length > 0 && ` With them go: ${namesOf(going!)}.`,
    staying!.length > 0 && ` What they made in these stays: ${namesOf(staying!)}.`,
  ]
    .filter(Boolean)
    .join('');
}

/** Lists a user's workspaces in their form. */
export const WorkspaceList = ({ workspaces }: { workspaces: readonly WorkspaceOfUser[] }) => (
  <section aria-labelledby="user-workspaces" className="grid gap-2">
    <h3 id="user-workspaces" className="font-sans text-sm font-medium tracking-normal">
      Workspaces
    </h3>
    <ul className="grid divide-y divide-line border-y border-line text-sm">
      {workspaces.map(({ _id, name, role, plan, people, recordings }) => (
        <li key={_id} className="flex flex-wrap gap-x-4 py-2">
          <span className="min-w-0 flex-1 basis-48 wrap-anywhere">{name}</span>
          <span className="text-soft">
            {`${role} · ${plans[plan].label} · ${people === 1 ? 'one person' : `${people} people`} · ${recordings === 1 ? 'one recording' : `${recordings} recordings`}`}
          </span>
        </li>
      ))}
    </ul>
    <p className="text-sm">
      <Link to="/admin/workspaces" className="prose-link inline-flex min-h-6 items-center">
        All workspaces
      </Link>
    </p>
  </section>
);

type HeirFieldsProps = {
  workspaces: readonly WorkspaceOfUser[];
  onChoose: (workspace: string, heir: string) => void;
};

/** Asks for the next owner of each workspace that would have none. */
export const HeirFields = ({ workspaces, onChoose }: HeirFieldsProps) => (
  <div className="grid gap-4">
    {workspaces
      .filter(({ heirs }) => heirs.length > 0)
      .map(({ _id, name, heirs }) => (
        <SelectField
          key={_id}
          label={`New owner of ${name}`}
          options={heirs.map((heir) => [heir._id, `${heir.name} (${heir.email})`] as const)}
          onChange={({ target }) => onChoose(_id, target.value)}
        />
      ))}
  </div>
);
