-- When a rewrite was begun to be applied: from then on it can be undone for a while (`features/rewrites/sweep.ts`). Null for a
-- look, and for what an older program applies, which counts from the look.
alter table rewrites add column applied_at timestamptz;
