-- Headers of the merchant's own that its endpoint is asked with: receivers of other companies' webhooks know their sender by
-- an Authorization header, not by a signature. Sealed as JSON, since such a header is a secret.
alter table webhook_endpoints add column sealed_headers bytea;
create trigger webhook_headers_sealed before insert or update of sealed_headers on webhook_endpoints
  for each row execute function sealed_with_a_secret_in_use('sealed_headers');
