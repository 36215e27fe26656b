-- The secrets of return addresses (0016) are sealed values like the others: none under a retired secret (0018).
create trigger return_secrets_sealed before insert or update of sealed_return_secret on merchants
  for each row execute function sealed_with_a_secret_in_use('sealed_return_secret');
create trigger earlier_return_secrets_sealed before insert or update of sealed_earlier_return_secret on merchants
  for each row execute function sealed_with_a_secret_in_use('sealed_earlier_return_secret');
