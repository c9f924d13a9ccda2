-- Quotes that a person wrote before each said so: without cues, in a chapter whose quotes were edited. Strangers are shown
-- quotes that were cut, and those.
update chapters set quotes = (
  select jsonb_agg(case when quote ?| array['cues', 'edited'] then quote else quote || '{"edited": true}' end order by n)
  from jsonb_array_elements(quotes) with ordinality as each (quote, n))
where 'quote' = any(edited)
  and exists (select from jsonb_array_elements(quotes) as each (quote) where not quote ?| array['cues', 'edited']);
