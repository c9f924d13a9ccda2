-- The wish for a plan leads to its checkout until that was opened; whoever is known to the payment provider has been there.
update users set wanted_plan = null
  where wanted_plan is not null and (plan <> 'free' or id in (select user_id from billing_accounts));
