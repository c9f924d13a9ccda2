-- Quotes that a person wrote before each said so: without cues, in a chapter whose quotes were edited. Strangers are shown
-- quotes that were cut, and those.
create function edited_quotes(quotes jsonb) returns jsonb language sql immutable as $$
  select coalesce(
    jsonb_agg(case when quote ?| array['cues', 'edited'] then quote else quote || '{"edited": true}' end order by n), '[]')
  from jsonb_array_elements(quotes) with ordinality as each (quote, n)
$$;
update chapters set quotes = edited_quotes(quotes) where 'quote' = any(edited) and edited_quotes(quotes) <> quotes;
update earlier_outlines set outline = jsonb_set(outline, '{chapters}', (
  select jsonb_agg(
    case
      when chapter -> 'edited' ? 'quote' then jsonb_set(chapter, '{quotes}', edited_quotes(chapter -> 'quotes'))
      else chapter
    end order by n)
  from jsonb_array_elements(outline -> 'chapters') with ordinality as each (chapter, n)))
where jsonb_path_exists(outline, '$.chapters[*].edited[*] ? (@ == "quote")');
drop function edited_quotes(jsonb);
