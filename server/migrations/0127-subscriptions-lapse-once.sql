-- Whether it was applied to the membership that its subscription runs no more, which is done once: what stands there
-- later is an administrator's grant. Where it may have been before, or an administrator has changed the membership, it
-- counts as applied; the next word of a subscription that runs says otherwise.
alter table billing_accounts add column lapsed boolean not null default false;
update billing_accounts set lapsed = true
  where exists (select from users where users.id = user_id and users.membership_end <= now())
    or exists (
      select from audit_log
      where object_kind = 'user' and object_id = user_id::text
        and detail ?| array['plan', 'subscription_status', 'membership_end']
    );
