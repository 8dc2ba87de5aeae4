-- Addresses are kept in small letters, as they are looked up; what came before the rule could not be found.
UPDATE support_messages SET email = lower(trim(email)) WHERE email <> lower(trim(email));
UPDATE outbox SET payload = json_set(payload, '$.email', lower(trim(json_extract(payload, '$.email'))))
WHERE json_extract(payload, '$.email') <> lower(trim(json_extract(payload, '$.email')));
