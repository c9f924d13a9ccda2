-- A role that the groups of a company give is set by them alone, and goes with them. Programs before this leave it to people.
alter table workspace_members add column role_source text not null default 'person' check (role_source in ('person', 'provider'));
-- With the role that the groups gave when the company spoke, for the account that is connected by a password after it.
alter table sign_in_codes add column role text check (role in ('owner', 'admin', 'editor', 'viewer'));
-- A sign-in on its way of somebody who has a session, whom the company is asked to confirm.
alter table oidc_flows add column identity_id uuid references identities (id) on delete cascade;
create index oidc_flows_identity on oidc_flows (identity_id) where identity_id is not null;
