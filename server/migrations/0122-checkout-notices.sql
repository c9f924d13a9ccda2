-- What the page of a checkout says about a period that the payment would end.
alter table sandbox_checkouts add column notice text;
