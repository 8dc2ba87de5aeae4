-- Addresses are stored and looked up in lower case; older messages with capital letters could not be found.
UPDATE support_messages SET email = lower(trim(email)) WHERE email <> lower(trim(email));
UPDATE outbox SET payload = json_set(payload, '$.email', lower(trim(json_extract(payload, '$.email'))))
WHERE json_extract(payload, '$.email') <> lower(trim(json_extract(payload, '$.email')));
