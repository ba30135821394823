-- Names and passwords in addresses of repositories went into the change log as they were, before they were masked.
update objectchange set
  object_data = case when object_data ->> 'remote_url' is null then object_data else jsonb_set(object_data, '{remote_url}',
    to_jsonb(regexp_replace(object_data ->> 'remote_url', '(?<=^https?://)[^/?#]*(?=@)', '********', 'i'))) end,
  object_data_v2 = case when object_data_v2 ->> 'remote_url' is null then object_data_v2 else jsonb_set(object_data_v2, '{remote_url}',
    to_jsonb(regexp_replace(object_data_v2 ->> 'remote_url', '(?<=^https?://)[^/?#]*(?=@)', '********', 'i'))) end
where changed_object_type = 'extras.gitrepository'
  and (object_data ->> 'remote_url' ~* '^https?://[^/?#]*@' or object_data_v2 ->> 'remote_url' ~* '^https?://[^/?#]*@');
