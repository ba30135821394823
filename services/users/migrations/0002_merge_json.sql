-- Merges one JSON value into another: objects key by key, anything else by taking the new value.
create function merged_json(stored jsonb, change jsonb) returns jsonb
language plpgsql immutable strict as $$
begin
  if jsonb_typeof(stored) <> 'object' or jsonb_typeof(change) <> 'object' then
    return change;
  end if;
  return coalesce(
    (
      select jsonb_object_agg(key, case
        when old.value is null then new.value
        when new.value is null then old.value
        else merged_json(old.value, new.value)
      end)
      from jsonb_each(stored) old full join jsonb_each(change) new using (key)
    ),
    '{}'
  );
end
$$;
