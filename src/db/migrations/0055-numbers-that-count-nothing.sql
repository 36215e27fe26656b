-- Buyers see the numbers of merchants and clients in the addresses of papers and pictures (Spec 7). Counted up, they said
-- how many customers and shops an installation has, and which number comes next. New rows get a random one of eight
-- digits, which is what those addresses have room for; rows that exist keep theirs.

create function random_id(table_name text) returns bigint language plpgsql volatile as $$
declare
  random_number bigint;
  is_taken boolean;
begin
  loop
    -- 28 random bits of a version 4 UUID, folded into 10,000,000 to 99,999,999.
    random_number := 10000000
      + (('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 7))::bit(28)::int % 90000000);
    execute format('select exists (select from %I where id = $1)', table_name) into is_taken using random_number;
    exit when not is_taken;
  end loop;
  return random_number;
end $$;

alter table clients alter column id drop identity;
alter table clients alter column id set default random_id('clients');
alter table merchants alter column id drop identity;
alter table merchants alter column id set default random_id('merchants');
