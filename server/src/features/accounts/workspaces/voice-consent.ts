import { type RawBuilder, sql } from 'kysely';

/** SQL condition: this name is that of the row of `users`, in full or the first name alone. */
export const isCalledLike = (name: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`lower(btrim(${name})) in (
  lower(users.firstname || ' ' || users.lastname), lower(users.firstname))`;

/** SQL condition: nobody in the workspace is called so who has not agreed. Who works alone is not asked. */
export const isAgreed = (
  workspaceId: RawBuilder<unknown>,
  name: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(
  (select count(*) from workspace_members where workspace_members.workspace_id = ${workspaceId}) < 2
  or not exists (
    select from workspace_members join users on users.id = workspace_members.user_id
    where workspace_members.workspace_id = ${workspaceId} and not workspace_members.voice_consent
      and ${isCalledLike(name)}
  ))`;
